import { clients, OURS } from "./clients.js";
import { formatFigure, type Figures, type Key } from "./figures.js";

const PANELS = [
  { key: "bundle", title: "Bundle of one main call", unit: " kB" },
  { key: "import", title: "Import, CPU × openapi-fetch", unit: " ×" },
  { key: "cpu", title: "CPU per call × bare fetch", unit: " ×" },
  { key: "megabytes", title: "Installed", unit: " MB" },
] as const satisfies readonly { key: Key; title: string; unit: string }[];

/** Pixels. The picture has two panels a row; a row of a panel is a client. */
const PANEL = { width: 430, height: 264, head: 34, row: 22 };
const NAME_WIDTH = 158;
const LABEL_WIDTH = 74;
const BAR_HEIGHT = 14;

const STYLE = `
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.title { font-weight: 600 }
.name { text-anchor: end; fill: #59636e }
.ours { font-weight: 700; fill: #1f2328 }
rect { fill: #b6bfc9 }
rect.ours { fill: #0b6b5d }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc }
.name { fill: #9198a1 }
text.ours { fill: #f0f6fc }
rect { fill: #4b535d }
rect.ours { fill: #43bda8 }
}`;

/** Four measures as bars, the shortest first, each with its figure. The colours suit a light and a dark page. */
export function drawPicture(figures: Figures): string {
  const [width, height] = [PANEL.width * 2, PANEL.height * 2];
  const panels = PANELS.map((panel, index) => {
    const x = (index % 2) * PANEL.width;
    const y = Math.floor(index / 2) * PANEL.height;
    return `<g transform="translate(${x} ${y})">\n${drawPanel(panel, figures)}\n</g>`;
  });
  const titles = PANELS.map(({ title }) => title).join("; ");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${OURS} and its peers: ${titles}">
<style>${STYLE}
</style>
${panels.join("\n")}
</svg>
`;
}

function drawPanel(
  { key, title, unit }: (typeof PANELS)[number],
  figures: Figures,
): string {
  const bars = clients
    .map(({ name }) => ({ name, figure: figures.get(name)?.[key] ?? 0 }))
    .sort((a, b) => a.figure - b.figure);
  const longest = Math.max(...bars.map(({ figure }) => figure));
  const room = PANEL.width - NAME_WIDTH - LABEL_WIDTH;
  const drawn = bars.map(({ name, figure }, index) => {
    const y = PANEL.head + index * PANEL.row;
    const length = Math.max(1, (figure / longest) * room);
    const [own, baseline] = [name === OURS ? " ours" : "", y + 11.5];
    return [
      `<text class="name${own}" x="${NAME_WIDTH}" y="${baseline}">${name}</text>`,
      `<rect class="bar${own}" x="${NAME_WIDTH + 8}" y="${y}" width="${length.toFixed(1)}" height="${BAR_HEIGHT}" rx="2"/>`,
      `<text class="figure${own}" x="${(NAME_WIDTH + 14 + length).toFixed(1)}" y="${baseline}">${formatFigure(key, figure)}${unit}</text>`,
    ].join("\n");
  });
  return [
    `<text class="title" x="${NAME_WIDTH + 8}" y="20">${title}</text>`,
    ...drawn,
  ].join("\n");
}
