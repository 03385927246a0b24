import {
  type Area,
  DEFAULT_AREA_TAG_FORMAT,
  AREA_TAG_FORMATS,
  type AreaTagFormatKey,
  MAX_AREAS_PER_RANGE,
  OWN_BUSY,
  areaRangeSchema,
} from "@precount/domain";
import { useMutation } from "@tanstack/react-query";
import { Alert, Checkbox, Form, Modal, Select } from "antd";
import type { ReactElement } from "react";
import { startKeptDownload } from "../../../../shared/api/download.ts";
import { focusFieldOnOpen } from "../../../../shared/forms/focus-first-field.ts";
import { KeepInput } from "../../../../shared/forms/KeepInput.tsx";
import { RangeFields, type RangeValues, rangeOf } from "../../../../shared/areas/RangeFields.tsx";
import { type SheetsChoice, sheetsCount, sheetsUrl, describeSheets } from "./sheets.ts";

type Values = RangeValues & { format: AreaTagFormatKey; onlyGaps: boolean };
type Props = { slug: string; areas: readonly Area[]; isOpen: boolean; onClose: () => void };

/** Prints area sheets: the numbers of a range with their codes, to hang at the shelves. */
export function SheetsDialog({ slug, areas, isOpen, onClose }: Props): ReactElement {
  const download = useMutation({
    mutationFn: (url: string) => startKeptDownload(url, OWN_BUSY.preparing),
    onSuccess: onClose,
  });
  return (
    <Modal
      title="Print area sheets"
      afterOpenChange={focusFieldOnOpen}
      open={isOpen}
      onCancel={onClose}
      okText="Open PDF"
      confirmLoading={download.isPending}
      okButtonProps={{ htmlType: "submit", form: FORM }}
      destroyOnHidden
    >
      <SheetsForm areas={areas} onChosen={(choice) => download.mutate(sheetsUrl(slug, choice))} />
    </Modal>
  );
}

const FORM = "area-sheets";

/** Initially all areas, up to the maximum of a range. */
function initialValues(areas: readonly Area[]): Values {
  const [first] = areas;
  const last = areas.at(-1);
  const from = Number(first?.name ?? 1);
  const to = Math.min(Number(last?.name ?? from), from + MAX_AREAS_PER_RANGE - 1);
  return { from: String(from), to: String(to), format: DEFAULT_AREA_TAG_FORMAT, onlyGaps: false };
}

function SheetsForm({
  areas,
  onChosen,
}: {
  areas: readonly Area[];
  onChosen: (choice: SheetsChoice) => void;
}): ReactElement {
  const [form] = Form.useForm<Values>();
  // Undefined before the fields are mounted.
  const values: Values | undefined = Form.useWatch([], form);
  const range = areaRangeSchema.safeParse(rangeOf(values ?? {}));
  const choice = values && range.success ? { ...values, ...range.data } : null;
  const count = choice && sheetsCount(areas, choice);
  return (
    <Form
      id={FORM}
      form={form}
      layout="vertical"
      requiredMark={false}
      style={{ marginTop: 16 }}
      initialValues={initialValues(areas)}
      onFinish={() => {
        if (choice && count && count.areas > 0) onChosen(choice);
      }}
    >
      <KeepInput />
      <RangeFields onEnter={() => form.submit()} />
      <Form.Item name="format" label="Labels">
        <Select options={AREA_TAG_FORMATS.map(({ key, title }) => ({ value: key, label: title }))} />
      </Form.Item>
      <Form.Item name="onlyGaps" valuePropName="checked">
        <Checkbox>Only areas that still need a photo</Checkbox>
      </Form.Item>
      <p>
        <output>{count ? describeSheets(count) : "\u00A0"}</output>
      </p>
      <Alert
        type="info"
        showIcon
        title="Print at 100 %"
        description="In the printer's dialog choose “Actual size”, not “Fit to page”: otherwise the labels are misaligned and the codes become too small to read."
      />
    </Form>
  );
}
