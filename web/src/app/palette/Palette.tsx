import { SearchOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { type ReactElement, Suspense, lazy, useState } from "react";
import { usePageKeys } from "../../shared/keyboard/use-page-keys.ts";
import { WithTooltip } from "../../ui/WithTooltip.tsx";

const PalettePanel = lazy(async () => ({ default: (await import("./PalettePanel.tsx")).PalettePanel }));

/** On a Mac, Command takes the role of Ctrl. */
const PALETTE_KEYS = ["Ctrl+K"];

/** The global search: its button in the header, its key, and the panel, which is loaded on first use. */
export function Palette({ isButtonShown }: { isButtonShown: boolean }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  // The panel is rendered from the first opening on, so that closing it is animated too.
  const [openings, setOpenings] = useState(0);
  const open = (): void => {
    setOpen(true);
    setOpenings((count) => count + 1);
  };
  usePageKeys(PALETTE_KEYS, open);
  return (
    <>
      {isButtonShown && (
        <WithTooltip title="Search everywhere (Ctrl+K)">
          <Button
            type="text"
            icon={<SearchOutlined />}
            aria-label="Search everywhere"
            aria-keyshortcuts="Control+K Meta+K"
            onClick={open}
          />
        </WithTooltip>
      )}
      <Suspense>
        {openings > 0 && <PalettePanel isOpen={isOpen} opening={openings} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
