// Rules of this repository, which oxlint loads. JavaScript, because Node 20 does not load TypeScript.

/** Whether it is an object or an array literal, also one with `as const`, `as Type` or `satisfies Type`. */
const isLiteral = ({ type, expression }) =>
  type === "ObjectExpression" ||
  type === "ArrayExpression" ||
  (expression !== undefined && isLiteral(expression));

const noSpreadOfLiteral = {
  create(context) {
    const message = "Write the members of this literal without a spread.";
    const check = (node) => {
      if (isLiteral(node.argument)) context.report({ node, message });
    };
    return { SpreadElement: check, JSXSpreadAttribute: check };
  },
};

export default {
  meta: { name: "local" },
  rules: { "no-spread-of-literal": noSpreadOfLiteral },
};
