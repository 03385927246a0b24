import { DownloadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { type ReactElement, useSyncExternalStore } from "react";
import { installOffer, onInstallOffer } from "../../../../shared/browser/install-offer.ts";

/** Installs the page as an app, in browsers that offer it: it then opens offline and without an address bar. */
export function InstallButton(): ReactElement | null {
  const offer = useSyncExternalStore(onInstallOffer, installOffer);
  if (!offer) return null;
  return (
    <Button size="small" icon={<DownloadOutlined aria-hidden />} onClick={offer}>
      Install
    </Button>
  );
}
