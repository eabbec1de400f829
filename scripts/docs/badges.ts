import packageJson from "../../package.json" with { type: "json" };

const { version, license, engines } = packageJson;

/** The badges of the README, each with its label and its value. */
const BADGES: readonly (readonly [label: string, value: string])[] = [
  ["version", version],
  ["license", license],
  ["node", engines.node],
  ["types", "included"],
  ["status", "community"],
];

const HEIGHT = 20;
const CHARACTER_WIDTH = 6.5;
const PADDING = 6;
const GAP = 6;

/** Draws the badges in one row, from package.json: nothing is fetched when somebody reads the README. */
export function renderBadges(): string {
  let x = 0;
  const drawn = BADGES.map(([label, value]) => {
    const left = drawPart(x, label, "#555");
    const right = drawPart(left.end, value, "#0b6b5d");
    x = right.end + GAP;
    return left.svg + right.svg;
  });
  const width = x - GAP;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" font-family="Verdana, sans-serif" font-size="11" fill="#fff">
${drawn.join("\n")}
</svg>
`;
}

function drawPart(x: number, text: string, fill: string) {
  const width = text.length * CHARACTER_WIDTH + 2 * PADDING;
  const shown = text.replaceAll(">", "&gt;");
  return {
    end: x + width,
    svg: `<rect x="${x}" width="${width}" height="${HEIGHT}" fill="${fill}"/><text x="${x + width / 2}" y="14" text-anchor="middle">${shown}</text>`,
  };
}
