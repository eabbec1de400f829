import { createClient } from "../../../src/index.js";
import { rentPod } from "../../../src/machines/index.js";

// Rents a Pod with `onExit`, reports each phase to the parent process, and then does what the first argument says.
const [then = ""] = process.argv.slice(2);

const rent = () =>
  rentPod(
    createClient(),
    { imageName: "example/image:1" },
    {
      maxHours: 1,
      onExit: true,
      onProgress: ({ phase }) => report(phase),
    },
  );
const pod = await rent();
if (then === "rent again") await rent();
if (then === "release at SIGINT")
  process.on("SIGINT", () => {
    void pod.release().then(() => process.exit(7));
  });
report("rented");
if (then === "throw")
  setTimeout(() => {
    throw new Error("nobody caught this");
  }, 0);
if (then === "reject") void Promise.reject(new Error("nobody caught this"));
if (then === "print")
  setInterval(() => {
    console.log("a line");
    console.error("a line");
  }, 20);
if (["work", "rent again", "release at SIGINT"].includes(then))
  setInterval(() => undefined, 1000);
if (then === "end" || then === "throw" || then === "reject")
  process.disconnect();

function report(message: string): void {
  if (process.connected) process.send?.(message);
}
