import { Pager } from "./pager.tsx";

export default { title: "Tables/Pager" };

const texts = { label: "Pages", previousLabel: "Previous page", nextLabel: "Next page", onPage: () => undefined };

export function Pages() {
  return (
    <div className="grid gap-4">
      <Pager {...texts} page={1} pageSize={10} total={95} />
      <Pager {...texts} page={5} pageSize={10} total={95} />
      <Pager {...texts} page={123456} pageSize={10} total={1234567} />
      <Pager {...texts} page={137} pageSize={10} total={1000} isMore hasNext />
    </div>
  );
}
