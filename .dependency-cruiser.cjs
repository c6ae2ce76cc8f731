// The import table of the house. Each rule carries its reason; tools/check/borders.test.ts proves that they bite.
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: "error",
  from: { path: from, pathNot: "[.]test[.]tsx?$" },
  to: { pathNot: allowed },
});
const npm = (names) => `node_modules/(${names.join("|")})/`;

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      comment: "A circle has no floor to stand on.",
      from: {},
      to: { circular: true },
    },
    {
      name: "resolvable",
      severity: "error",
      comment: "An import that nothing answers.",
      from: { pathNot: "node_modules" },
      to: { couldNotResolve: true },
    },
    only("money-is-ground", "Money depends on nothing, so everything can stand on it.", "^money/src", "^money/src"),
    only(
      "contracts-are-words",
      "Contracts hold words only: money and the schema library.",
      "^contracts/src",
      `^(money|contracts)/src|${npm(["zod"])}`,
    ),
    only(
      "engine-is-pure",
      "Two replays must agree: no clock, socket or random number may get in.",
      "^engine/(src|sim)",
      "^(money/src|contracts/src|engine/(src|sim))",
    ),
    only(
      "model-is-independent",
      "A model that borrowed from what it judges would repeat its mistakes.",
      "^engine/model/rules",
      "^engine/model/rules",
    ),
    only(
      "model-judges-money",
      "The model and its scenarios know the formulas and nothing else of the house.",
      "^engine/model",
      "^(money/src|engine/model)",
    ),
    {
      name: "engine-takes-types-only-from-contracts",
      severity: "error",
      comment: "The schema library must not reach the law.",
      from: { path: "^engine/src", pathNot: "[.]test[.]ts$" },
      to: { path: "^contracts/", dependencyTypesNot: ["type-only"] },
    },
    only(
      "kit-node-knows-no-domain",
      "Tools know no domain.",
      "^kit/node/src",
      `^(money|contracts|kit/node)/src|node_modules|^node:|^[a-z_/]+$`,
    ),
    only(
      "kit-client-runs-anywhere",
      "The client runs in browsers: no Node, no React.",
      "^kit/client/src",
      `^(money|contracts|kit/client)/src|${npm(["@noble/hashes"])}`,
    ),
    {
      name: "kit-ui-draws",
      severity: "error",
      comment: "Drawing needs no contracts and no client.",
      from: { path: "^kit/ui/src" },
      to: { path: "^(contracts|kit/(client|node|testing)|services|apps|engine)/" },
    },
    {
      name: "engine-has-one-visitor",
      severity: "error",
      comment: "Only services/core runs the law; everyone else speaks to it by contract.",
      from: { pathNot: "^(engine|services/core|tests|tools)/|[.]test[.]ts$" },
      to: { path: "^engine/" },
    },
    {
      name: "services-are-strangers",
      severity: "error",
      comment: "Services meet on the bus.",
      from: { path: "^services/([^/]+)/" },
      to: { path: "^services/", pathNot: "^services/$1/" },
    },
    {
      name: "modules-are-strangers",
      severity: "error",
      comment: "A module asks another by contract.",
      from: { path: "^services/platform/src/([^/]+)/" },
      to: { path: "^services/platform/src/[^/]+/", pathNot: "^services/platform/src/$1/" },
    },
    {
      name: "features-are-strangers",
      severity: "error",
      comment: "Two features meet in routes/.",
      from: { path: "^apps/([^/]+)/src/features/([^/]+)/" },
      to: { path: "^apps/$1/src/features/", pathNot: "^apps/$1/src/features/$2/" },
    },
    {
      name: "features-look-down",
      severity: "error",
      comment: "A feature knows neither its address nor the shell around it.",
      from: { path: "^apps/([^/]+)/src/(features|session|lib)/" },
      to: { path: "^apps/$1/src/(routes|shell)/" },
    },
    {
      name: "apps-speak-by-contract",
      severity: "error",
      comment: "Faces never reach into hands.",
      from: { path: "^apps/" },
      to: { path: "^(services|engine|kit/node|kit/testing|tests|tools)/" },
    },
    {
      name: "nobody-imports-tests-or-tools",
      severity: "error",
      comment: "What ships must not lean on what proves it.",
      from: { path: "^(money|contracts|engine|kit|services|apps)/", pathNot: "[.]test[.]ts$" },
      to: { path: "^(tests|tools)/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "dist-types|[.]cache|^tools/check/planted" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: `${__dirname}/tsconfig.base.json` },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "default"],
      extensions: [".ts", ".tsx", ".js", ".css"],
    },
  },
};
