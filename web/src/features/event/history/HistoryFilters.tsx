import { TIMELINE_KINDS, TIMELINE_KIND_TITLES, type TimelineKind } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { InputNumber, Select } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import type { HistorySearch } from "../../../shared/paging/search.ts";
import type { ChangeSearch } from "../../../shared/paging/use-url-search.ts";
import styles from "./History.module.css";

type Props = {
  slug: string;
  search: HistorySearch;
  onSearch: ChangeSearch<HistorySearch>;
};

/** Filters by kind, person and area. A click on a name in the list chooses that person. */
export function HistoryFilters({ slug, search, onSearch }: Props): ReactElement {
  const { kinds, person, area } = search;
  const { data: people } = useQuery(trpc.history.fetchPeople.queryOptions({ project: { slug } }));
  const options = people?.map(({ sid, name }) => ({ value: sid, label: name })) ?? [];
  // Until the list has arrived, and for a person of a copied link who did nothing here.
  if (person !== undefined && !options.some(({ value }) => value === person)) {
    options.push({ value: person, label: "One person" });
  }
  return (
    <div className={styles["filters"]}>
      <Select<TimelineKind[]>
        mode="multiple"
        aria-label="Kinds"
        placeholder="All kinds"
        className={styles["kinds"] ?? ""}
        value={kinds ?? []}
        options={TIMELINE_KINDS.map((value) => ({ value, label: TIMELINE_KIND_TITLES[value] }))}
        onChange={(chosen) => onSearch({ kinds: chosen.length === 0 ? undefined : chosen })}
      />
      <Select<string>
        aria-label="Person"
        placeholder="All people"
        allowClear
        showSearch={{ optionFilterProp: "label" }}
        className={styles["who"] ?? ""}
        value={person ?? null}
        options={options}
        notFoundContent={people ? "No person has this name." : "Loading people …"}
        onChange={(chosen) => onSearch({ person: chosen ?? undefined })}
      />
      <InputNumber
        aria-label="Area"
        placeholder="All areas"
        min={1}
        precision={0}
        value={area ?? null}
        onChange={(value) => onSearch({ area: value ?? undefined })}
      />
    </div>
  );
}
