import { Button, Dialog, Note } from "@tidemark/kit-ui";
import { Camera } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { camera as m } from "../kyc-messages.ts";
import { flawTags } from "./flaw-texts.ts";
import { CardFrame, FaceOval, type GuideShape } from "./guides.tsx";
import type { PictureFlaw } from "./picture-flaws.ts";
import { measuredFlaws } from "./prepare-picture.ts";

/** A browser shows nothing of a page that is not secure, and devices without one have none. */
export const hasCamera = (): boolean => "mediaDevices" in navigator && "getUserMedia" in navigator.mediaDevices;

type CameraState = "starting" | "shows" | "denied" | "missing";
const lookEveryMs = 500;

const wishOf = (shape: GuideShape): MediaStreamConstraints => ({
  audio: false,
  video: { facingMode: shape === "face" ? "user" : "environment", width: { ideal: 1920 }, height: { ideal: 1080 } },
});

/** The camera's picture in the video element, until the dialog closes. */
function useCamera(video: RefObject<HTMLVideoElement | null>, shape: GuideShape): CameraState {
  const [state, setState] = useState<CameraState>("starting");
  useEffect(() => {
    let stream: MediaStream | undefined;
    let isOver = false;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    void navigator.mediaDevices.getUserMedia(wishOf(shape)).then(
      async (given) => {
        stream = given;
        // Closed while the browser asked: the light of the camera must not stay on.
        if (isOver || video.current === null) return stop();
        video.current.srcObject = given;
        await video.current.play().catch(() => undefined);
        setState("shows");
      },
      (error: unknown) =>
        setState(error instanceof DOMException && error.name === "NotAllowedError" ? "denied" : "missing"),
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [video, shape]);
  return state;
}

const pictureOf = async (video: HTMLVideoElement): Promise<Blob | null> => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  canvas.getContext("2d")!.drawImage(video, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.95));
};

/** What would be wrong with a picture taken now. */
function useLiveFlaw(video: RefObject<HTMLVideoElement | null>, isOn: boolean): PictureFlaw | undefined {
  const [flaw, setFlaw] = useState<PictureFlaw>();
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => {
      if (video.current === null || video.current.videoWidth === 0) return;
      void createImageBitmap(video.current).then(
        (frame) => {
          setFlaw(measuredFlaws(frame)[0]);
          frame.close();
        },
        () => undefined,
      );
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [video, isOn]);
  return flaw;
}

type CameraDialogProps = { shape: GuideShape; onPicture: (picture: Blob) => void; onClose: () => void };

/** The camera with a frame to aim with. Nothing of it is kept but the picture that is taken. */
export function CameraDialog({ shape, onPicture, onClose }: CameraDialogProps) {
  const t = useTexts();
  const video = useRef<HTMLVideoElement>(null);
  const state = useCamera(video, shape);
  const isOn = state === "shows";
  const flaw = useLiveFlaw(video, isOn);
  const Guide = shape === "face" ? FaceOval : CardFrame;
  async function shoot() {
    if (video.current === null) return;
    const taken = await pictureOf(video.current);
    if (taken === null) return;
    onPicture(taken);
    onClose();
  }
  return (
    <Dialog
      title={t(m.title)}
      size="share"
      closeLabel={t(m.close)}
      onClose={onClose}
      testId="kyc-camera"
      footer={
        <Button look="primary" size="lg" isDisabled={!isOn} onPress={() => void shoot()} data-testid="kyc-shoot">
          <Camera aria-hidden size={16} />
          {t(m.shoot)}
        </Button>
      }
    >
      {state === "denied" || state === "missing" ? (
        <Note tone="warn">
          <span role="alert">{t(m[state])}</span>
        </Note>
      ) : (
        <div className="grid gap-3">
          <div className="relative grid aspect-4/3 place-items-center overflow-hidden rounded-panel bg-field">
            {/* A user who looks at the own face expects a mirror; the picture itself is not mirrored. */}
            <video
              ref={video}
              muted
              playsInline
              className={`size-full object-contain ${shape === "face" ? "-scale-x-100" : ""}`}
            />
            {isOn && <Guide className="pointer-events-none absolute inset-[8%] size-[84%]" />}
            {!isOn && <span className="absolute text-13 text-muted">{t(m.starting)}</span>}
          </div>
          <p className="text-center text-13 text-muted" aria-live="polite">
            {flaw === undefined || !isOn ? t(shape === "face" ? m.face : m.card) : t(flawTags[flaw])}
          </p>
        </div>
      )}
    </Dialog>
  );
}
