import { BatchError, openBatch } from "../../../../src/batch/index.js";
import { fileLedger } from "../../../../src/batch/sqlite/index.js";
import { createClient } from "../../../../src/index.js";

// Works on a batch in a folder, with the service that the environment names, and prints how the work ended as JSON.
const [folder = "", count = "0"] = process.argv.slice(2);

console.log(JSON.stringify(await work()));

async function work(): Promise<object> {
  try {
    const batch = await openBatch(createClient(), {
      name: "test",
      model: "echo",
      ledger: fileLedger(folder),
    });
    if (Number(count) > 0)
      await batch.add(
        Array.from({ length: Number(count) }, (_, n) => ({ input: { n } })),
      );
    const { reason, error } = await batch.work({ concurrency: 10 });
    const progress = await batch.progress();
    await batch.close();
    return { reason, error: error && describe(error), progress };
  } catch (error) {
    return { error: describe(error) };
  }
}

function describe(error: unknown): unknown {
  if (!(error instanceof BatchError)) return String(error);
  const { name, code, message, jobs } = error;
  return { name, code, message, jobs };
}
