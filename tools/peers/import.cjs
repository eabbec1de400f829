// Microseconds of CPU that the import of a package costs a bare Node, which has not imported a module yet.
const name = JSON.parse(process.argv[2]);
const before = process.cpuUsage();
import(name).then(() => {
  const { user, system } = process.cpuUsage(before);
  process.send(user + system);
});
