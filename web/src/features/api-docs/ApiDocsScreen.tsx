import { useSuspenseQuery } from "@tanstack/react-query";
import { Collapse, Tag } from "antd";
import { type ReactElement, useState } from "react";
import { SearchBox } from "../../ui/SearchBox.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import styles from "./ApiDocs.module.css";
import { type Operation, readOperations } from "./operations.ts";

const OPENAPI_URL = "/api/openapi.json";

/** The API reference, generated from the server's OpenAPI document. */
export function ApiDocsScreen(): ReactElement {
  const { data: operations } = useSuspenseQuery({
    queryKey: ["openapi"],
    queryFn: async () => {
      const response = await fetch(OPENAPI_URL);
      if (!response.ok) throw new Error(`The server answered with status ${response.status}.`);
      return readOperations(await response.json());
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [search, setSearch] = useState<string>();
  const part = (search ?? "").toLowerCase();
  const found = operations.filter(({ path, summary }) => `${path} ${summary}`.toLowerCase().includes(part));
  const groups = [...Map.groupBy(found, ({ tag }) => tag)];
  return (
    <div className="pc-page" style={{ maxWidth: 960 }}>
      <div className="pc-titlebar">
        <h1>API</h1>
        <span className="pc-grow" />
        <SearchBox label="Search calls" value={search} debounceMs={0} onSearch={setSearch} />
        <a href={OPENAPI_URL} target="_blank" rel="noreferrer">
          OpenAPI document
        </a>
      </div>
      <p className="pc-quiet">
        Send <code>Authorization: Bearer</code> and a token. A query takes its <code>input</code> as JSON in the URL, a
        mutation in the body. The result is in <code>result.data</code>.
      </p>
      {groups.length === 0 && <EmptyState text="No call matches." />}
      {groups.map(([tag, of]) => (
        <section key={tag} aria-label={tag} className={styles["group"]}>
          <h2>{tag}</h2>
          <Collapse
            size="small"
            items={of.map((operation) => ({
              key: operation.path,
              label: <Head operation={operation} />,
              children: <Body operation={operation} />,
            }))}
          />
        </section>
      ))}
    </div>
  );
}

function Head({ operation: { method, path, summary } }: { operation: Operation }): ReactElement {
  return (
    <span className={styles["head"]}>
      <Tag>{method}</Tag>
      <span className="pc-code">{path}</span>
      <span className="pc-quiet">{summary}</span>
    </span>
  );
}

function Body({ operation: { description, input, parameters } }: { operation: Operation }): ReactElement {
  return (
    <>
      {description !== "" && <p>{description}</p>}
      {parameters.length > 0 && (
        <dl className={styles["parameters"]}>
          {parameters.map((parameter) => (
            <div key={parameter.name}>
              <dt className="pc-code">{parameter.name}</dt>
              <dd>{parameter.description}</dd>
            </div>
          ))}
        </dl>
      )}
      {input !== null && <pre className={styles["schema"]}>{JSON.stringify(input, null, 2)}</pre>}
    </>
  );
}
