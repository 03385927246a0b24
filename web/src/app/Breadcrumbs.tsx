import { ArrowLeftOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useParams } from "@tanstack/react-router";
import { Breadcrumb } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../lib/trpc.ts";
import { crumbsFor, shortened } from "./breadcrumbs.ts";
import styles from "./PrivateLayout.module.css";
import { useMedia } from "../lib/use-media.ts";

/** What lies above is not the current page. */
const EXACT = { exact: true };

/** @param props.onlyBack no room for more than the way back: a photo on a phone */
export function Breadcrumbs({ onlyBack }: { onlyBack: boolean }): ReactElement {
  const pathname = useLocation({ select: (location) => location.pathname });
  const params: Record<string, string> = useParams({ strict: false });
  const isNarrow = useMedia("(max-width: 1279px)");
  const { data: names } = useQuery(
    trpc.breadcrumb.fetchBreadcrumbs.queryOptions(params, {
      enabled: Object.keys(params).length > 0,
      staleTime: 60_000,
      // The screen itself tells what is wrong with an address.
      retry: false,
    }),
  );
  const crumbs = crumbsFor(pathname, params, { ...names, ...ownNames(params) });
  const [back] = shortened(crumbs);
  if (onlyBack && back?.to) {
    return (
      <Link to={back.to} activeOptions={EXACT} className={styles["back"]} aria-label={`Back to ${back.label}`}>
        <ArrowLeftOutlined />
      </Link>
    );
  }
  return (
    <nav aria-label="Breadcrumbs" className={styles["crumbs"]}>
      <Breadcrumb
        separator="›"
        items={(isNarrow ? shortened(crumbs) : crumbs).map(({ label, to }) => ({
          key: to ?? label,
          title:
            to === null ? (
              <bdi title={label}>{label}</bdi>
            ) : (
              <Link to={to} activeOptions={EXACT} title={label}>
                <bdi>{label}</bdi>
              </Link>
            ),
        }))}
      />
    </nav>
  );
}

/** A task has no name, only its number. */
const ownNames = ({ taskId }: Record<string, string>): Record<string, string> =>
  taskId === undefined ? {} : { taskId: `Task ${taskId}` };
