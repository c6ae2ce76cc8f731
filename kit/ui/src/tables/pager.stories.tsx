import { Pager } from "./pager.tsx";

export default { title: "Tables/Pager" };

const words = { label: "Pages", previousLabel: "Previous page", nextLabel: "Next page", onPage: () => undefined };

export function Pages() {
  return (
    <div className="grid gap-4">
      <Pager {...words} page={1} pageSize={10} total={95} />
      <Pager {...words} page={5} pageSize={10} total={95} />
      <Pager {...words} page={123456} pageSize={10} total={1234567} />
    </div>
  );
}
