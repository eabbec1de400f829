import type { Belongings } from "../resources/state.js";
import type { Table } from "./view.js";

const mostRows = 200;

/** What the account owns, a table a kind, the newest first. The catalogue's own templates are not shown. */
export function tablesOf(owned: Belongings): Table[] {
  const { pods, volumes, endpoints, templates, auths } = owned;
  return [
    table(
      "Pods",
      ["ID", "Name", "State", "Image", "Hardware", "Place", "USD/h"],
      [...pods.values()].map((pod) => [
        ...[pod.id, pod.name, pod.desiredStatus, pod.image],
        pod.computeType === "GPU"
          ? `${pod.gpuCount} × ${pod.gpuTypeId ?? "GPU"}`
          : `${pod.vcpuCount} vCPU, ${pod.memoryInGb} GB`,
        ...[pod.dataCenterId, pod.costPerHr.toFixed(2)],
      ]),
    ),
    table(
      "Network volumes",
      ["ID", "Name", "Size", "Place"],
      [...volumes.values()].map(({ id, name, size, dataCenterId }) => [
        ...[id, name, `${size} GB`, dataCenterId],
      ]),
    ),
    table(
      "Endpoints",
      ["ID", "Name", "Workers", "Hardware", "Version"],
      [...endpoints.values()].map(({ id, settings, version }) => [
        ...[id, settings.name],
        `${settings.workersMin} to ${settings.workersMax}`,
        settings.gpuTypeIds[0] ?? settings.computeType,
        String(version),
      ]),
    ),
    table(
      "Templates",
      ["ID", "Name", "Image", "For"],
      [...templates.values()]
        .filter(({ owned }) => owned)
        .map(({ id, name, imageName, isServerless }) => [
          ...[id, name, imageName, isServerless ? "endpoints" : "Pods"],
        ]),
    ),
    table(
      "Container registry auths",
      ["ID", "Name"],
      [...auths.values()].map(({ id, name }) => [id, name]),
    ),
  ];
}

function table(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Table {
  const shown = rows.slice(-mostRows).reverse();
  return { title, columns, rows: shown, count: rows.length };
}
