import { describe } from "vitest";
import { testCommand } from "../suite/command-suite.js";

describe("the batch commands with SQLite", () =>
  testCommand({ isOwn: (command) => !command.includes("--postgres") }));
