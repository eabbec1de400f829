import { readFileSync } from "node:fs";

/** The pages of the side bar and the version, which `scripts/docs` writes beside the pages. */
const { sidebar, version } = JSON.parse(
  readFileSync(new URL("../content/site.json", import.meta.url), "utf8"),
);

/** The path below which the site is served, such as the name of a repository on GitHub Pages. */
const base = process.env.DOCS_BASE ?? "/";

/** The address of the repository. Without it, no page links to the code. */
const repository = process.env.DOCS_REPOSITORY;

export default {
  title: "cloud-compute-sdk",
  description:
    "One typed TypeScript client for a GPU cloud, with an emulator of the whole service.",
  lang: "en",
  srcDir: "content",
  outDir: "../site",
  cacheDir: "../.cache/vitepress",
  base,
  head: [["link", { rel: "icon", href: `${base}icon.svg` }]],
  cleanUrls: false,
  // `scripts/docs` checks every link of the built site, its anchors included.
  ignoreDeadLinks: true,
  // esbuild does not lower destructuring for the older Safari of Vite's default target.
  vite: { build: { target: "es2022" } },
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-default" },
    anchor: { level: [1, 2, 3, 4] },
  },
  themeConfig: {
    logo: "/icon.svg",
    nav: [
      { text: "Guides", link: "/guides/quick-start", activeMatch: "/guides/" },
      { text: "Reference", link: "/reference/", activeMatch: "/reference/" },
      { text: "Examples", link: "/examples" },
      { text: version, link: "/changelog" },
      ...(repository ? [{ text: "Code", link: repository }] : []),
    ],
    sidebar,
    outline: { level: [2, 3] },
    externalLinkIcon: true,
    search: {
      provider: "local",
      options: {
        detailedView: true,
        // One text for eyes and for screen readers; the style hides the keys of the theme.
        translations: {
          button: {
            buttonText: "Search (Ctrl K)",
            buttonAriaLabel: "Search (Ctrl K)",
          },
        },
        miniSearch: {
          searchOptions: {
            // A heading that has the words answers a question sooner than a sentence that has them.
            boost: { title: 4, titles: 4, text: 1 },
            // A recipe answers sooner than a guide, and a guide sooner than the page of a type or a whole program.
            boostDocument: (id) => {
              if (id.includes("/guides/recipes/")) return 1.5;
              return id.includes("/guides/") ? 1 : 0.2;
            },
            prefix: true,
            fuzzy: 0.1,
          },
        },
      },
    },
  },
};
