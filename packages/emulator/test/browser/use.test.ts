import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from "vitest";
import { startInspector, type Inspector } from "./support/browser.js";

let inspector: Inspector;

beforeAll(async () => {
  inspector = await startInspector();
});

beforeEach(() => {
  inspector.emulator.reset();
});

afterAll(() => inspector.close());

const FLUX = "black-forest-labs-flux-1-schnell";

describe("the form that runs a job", () => {
  test("sends any JSON object as the input, and says what is no JSON", async () => {
    inspector.emulator.model("mine", () => "done");
    const page = await inspector.open();
    const form = page.getByRole("form", { name: "Submit a job" });
    expect(await form.getByLabel("Model").inputValue()).toBe(FLUX);
    await form.getByLabel("Model").fill("mine");
    const input = form.getByLabel("Input, JSON");
    await input.fill("{ steps");
    await form.getByRole("button", { name: "Run a job" }).click();
    await page.getByText(/in JSON at position/).waitFor();
    await input.fill('{ "steps": 2 }');
    await input.press("Enter");
    await page.getByText(/Job [\w-]+ was submitted/).waitFor();
    expect(inspector.emulator.jobs()).toMatchObject([{ input: { steps: 2 } }]);
  });

  test("says why a job was refused, in words", async () => {
    const page = await inspector.open("/", { isRefused: true });
    const form = page.getByRole("form", { name: "Submit a job" });
    await form.getByLabel("Model").fill("nothing");
    await form.getByRole("button", { name: "Run a job" }).click();
    await page
      .getByText('Refused with 404: there is no model or endpoint "nothing"')
      .waitFor();
  });
});

describe("the list of jobs", () => {
  test("shows the first steps no more once a job has run, even when all jobs have expired", async () => {
    const page = await inspector.open();
    const steps = page.getByText("1. Set these variables in your shell");
    await steps.waitFor();
    await inspector.send("POST", `/v2/${FLUX}/run`, { input: { prompt: "a" } });
    await steps.waitFor({ state: "detached" });
    await inspector.emulator.clock.advance(86_400_000);
    await page.getByText("The jobs have expired.").waitFor();
    expect(await steps.count()).toBe(0);
  });
});

test("a deletion by keyboard moves the focus to the next resource, and the last one to its card", async () => {
  for (const name of ["one", "two"])
    await inspector.send("POST", "/v1/networkvolumes", {
      name,
      size: 10,
      dataCenterId: "EU-RO-1",
    });
  const page = await inspector.open("/#resources");
  const nameOfFocus = () =>
    page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await page.getByRole("button", { name: "Delete the volume two" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.getByText("The volume two was deleted.").waitFor();
  await expect.poll(nameOfFocus).toBe("Delete the volume one");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.getByText("No network volumes.").waitFor();
  await expect.poll(nameOfFocus).toBe("Network volumes");
});

test("the chips of the requests add up, and find an error before 1,500 other requests", async () => {
  const { emulator, origin, send } = inspector;
  await send("POST", "/v1/pods", { imageName: 7 });
  const headers = { authorization: `Bearer ${emulator.apiKey}` };
  for (let count = 0; count < 1500; count += 1)
    await emulator.fetch(`${origin}/v1/pods`, { headers });
  const page = await inspector.open("/#requests");
  await page.getByRole("button", { name: "All 1,501" }).waitFor();
  await page.getByRole("button", { name: "2xx 1,500" }).waitFor();
  await page.getByRole("button", { name: "4xx 1" }).click();
  await page.getByText("1 of 1,501 requests").waitFor();
});
