// What the client loads at first use: a file arrives in real time. A helper that stops the clock imports this file.
await import("../../src/graphql/document.js");
await import("../../generated/models/data.js");
