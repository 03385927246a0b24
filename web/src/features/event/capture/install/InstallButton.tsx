import { DownloadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { type ReactElement, useSyncExternalStore } from "react";
import { installOffer, onInstallOffer } from "../../../../shared/browser/install-offer.ts";

/** Where the browser would put the page among the device's apps; it opens without a network then, and without an address bar. */
export function InstallButton(): ReactElement | null {
  const offer = useSyncExternalStore(onInstallOffer, installOffer);
  if (!offer) return null;
  return (
    <Button size="small" ghost icon={<DownloadOutlined aria-hidden />} onClick={offer}>
      Install
    </Button>
  );
}
