import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createClient } from "../../src/index.js";
import { suggestName } from "../../src/jobs/file-name.js";

const download = (url: string, headers: Record<string, string>) =>
  createClient({
    apiKey: "a-key-0123456789",
    fetch: () => Promise.resolve(new Response("bytes", { headers })),
  }).download(url);

describe("a downloaded stream", () => {
  test("has the content type of the file and a name to store it under", async () => {
    const stream = await download("https://f.test/a/b/made?token=1", {
      "content-type": "Image/PNG; charset=binary",
    });
    expect(stream).toBeInstanceOf(ReadableStream);
    expect(stream.contentType).toBe("image/png");
    expect(stream.suggestedName).toBe("made.png");
    expect(await new Response(stream).text()).toBe("bytes");
  });
});

test.each<[url: string, headers: Record<string, string>, name: string]>([
  ["https://f.test/light%20house.png", {}, "light_house.png"],
  ["https://f.test/", {}, "file"],
  ["https://f.test/", { "content-type": "video/mp4" }, "file.mp4"],
  ["https://f.test/a/..%2f..%2fetc%2fpasswd", {}, "passwd"],
  ["https://f.test/a%00b%1b.png", {}, "a_b_.png"],
  ["https://f.test/%E2%80%AEgnp.exe", {}, "gnp.exe"],
  ["https://f.test/.bashrc", {}, "bashrc"],
  ["https://f.test/con.png", {}, "_con.png"],
  ["https://f.test/%zz.png", {}, "%zz.png"],
  [
    "https://f.test/x",
    { "content-disposition": 'attachment; filename="a \\"b\\".png"' },
    "a_b_.png",
  ],
  [
    "https://f.test/x",
    { "content-disposition": "attachment; filename=plain.wav; size=5" },
    "plain.wav",
  ],
  [
    "https://f.test/x",
    {
      "content-disposition":
        "attachment; filename=\"a.png\"; filename*=UTF-8''%C3%A9t%C3%A9.png",
    },
    "été.png",
  ],
  [
    "https://f.test/x",
    { "content-disposition": 'attachment; filename="../../up.png"' },
    "up.png",
  ],
  [
    "https://f.test/x",
    { "content-disposition": "inline", "content-type": "audio/wav" },
    "x.wav",
  ],
])("suggestName of %s with %j is %s", (url, headers, name) => {
  expect(suggestName(url, new Headers(headers))).toBe(name);
});

test("suggestName makes a short name without folders or special characters of any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      const url = `https://f.test/${encodeURIComponent(text)}`;
      const name = suggestName(url, new Headers());
      expect(name).toMatch(/^[^/\\\p{C}<>:"|?*\s]{1,101}$/u);
      expect(name).not.toMatch(/^\./);
    }),
  );
});
