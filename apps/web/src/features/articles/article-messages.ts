import { msg } from "@lingui/core/macro";

export const m = {
  ANNOUNCEMENT: msg`Announcements`,
  HELP: msg({ message: "Help", context: "pages that explain how things are done" }),
  announcementLead: msg`Listings, maintenance and changes of the rules, with their dates.`,
  helpLead: msg`How things are done here. If something is missing, write to support.`,
  search: msg`Search`,
  empty: msg`Nothing has been published yet`,
  emptyHint: msg`New articles appear here.`,
  notFound: msg`Nothing was found`,
  notFoundHint: msg`Try fewer or other words.`,
  noArticle: msg`There is no such article`,
  noArticleHint: msg`It may have been taken back. All others are in the list.`,
  english: msg`This article has not been translated yet. You read it in English.`,
  toSupport: msg`Write to support`,
};
