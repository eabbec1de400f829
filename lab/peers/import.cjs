// Sends the microseconds of CPU that the import of a package costs Node, which has imported no module before.
const name = JSON.parse(process.argv[2]);
const before = process.cpuUsage();
import(name).then(() => {
  const { user, system } = process.cpuUsage(before);
  process.send(user + system);
});
