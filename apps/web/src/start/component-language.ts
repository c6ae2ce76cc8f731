// Apart, so that what components know of languages is fetched once the page can be used.
export { ComponentLanguage } from "@tidemark/kit-ui";
