type ExplainedListProps = { title: string; parts: readonly (readonly [name: string, text: string])[] };

/** A section that explains something in three or four parts side by side. */
export function ExplainedList({ title, parts }: ExplainedListProps) {
  const columns = parts.length === 3 ? "w768:grid-cols-3" : "w768:grid-cols-2 w1200:grid-cols-4";
  return (
    <section className="mt-10">
      <h2 className="text-16 font-semibold">{title}</h2>
      <dl className={`mt-3 grid gap-6 border-y border-line py-4 ${columns}`}>
        {parts.map(([name, text]) => (
          <div key={name}>
            <dt className="text-14 font-medium">{name}</dt>
            <dd className="mt-1 text-13 text-pretty text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
