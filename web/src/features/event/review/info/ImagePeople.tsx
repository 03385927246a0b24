import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { trpc } from "../../../../shared/api/trpc.ts";
import { DateText } from "../../../../ui/DateText.tsx";
import { Facts } from "../../../../ui/Facts.tsx";

type PersonAt = { by: string; at: string };

const Entry = ({ by, at }: PersonAt): ReactElement => (
  <>
    <bdi>{by}</bdi>, <DateText iso={at} />
  </>
);

/** The people who uploaded, edited, approved or rejected the image. Loaded when the details are opened. */
export function ImagePeople({ imageSid }: { imageSid: string }): ReactElement | null {
  const { data } = useQuery(trpc.image.getPeople.queryOptions({ sid: imageSid }, { staleTime: 0 }));
  if (!data) return null;
  const { uploaded, edited, approved, rejected } = data;
  return (
    <Facts
      facts={[
        ["Uploaded by", uploaded && <Entry key="uploaded" {...uploaded} />],
        [
          "Edited by",
          edited.length > 0 &&
            edited.map(({ by, at, changes }) => (
              <div key={by + at}>
                <Entry by={by} at={at} /> ({changes} {changes === 1 ? "change" : "changes"})
              </div>
            )),
        ],
        ["Approved by", approved && <Entry key="approved" {...approved} />],
        ["Rejected by", rejected && <Entry key="rejected" {...rejected} />],
      ]}
    />
  );
}
