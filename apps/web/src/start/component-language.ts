// A separate file, so that the language tables of the components are loaded after the first render.
export { ComponentLanguage } from "@tidemark/kit-ui";
