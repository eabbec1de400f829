// What the client loads at first use is loaded before a test stops the clock: a file arrives in real time.
await import("../../src/graphql/document.js");
await import("../../generated/models/data.js");
