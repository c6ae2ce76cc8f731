import { useParams } from "@tanstack/react-router";
import { ArticleView } from "../../features/articles/article-view.tsx";

export function AnnouncementRoute() {
  const { slug = "" } = useParams({ strict: false });
  return <ArticleView key={slug} kind="ANNOUNCEMENT" slug={slug} />;
}

export function HelpArticleRoute() {
  const { slug = "" } = useParams({ strict: false });
  return <ArticleView key={slug} kind="HELP" slug={slug} />;
}
