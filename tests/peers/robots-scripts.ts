/**
 * The scripts of the two robot-check providers, with the names that a page calls and the requests that they make. Written as functions, so
 * that they are type-checked, and sent as text.
 */
type Slid = { lot_number: string; captcha_output: string; pass_token: string; gen_time: string };
type GeetestRequest = { captchaId: string; product: string; language?: string; onError?: (error: object) => void };
type Loaded = { status: string; data: { lot_number: string } };
type Verified = { status: string; data: { result: string; seccode: Slid } };

/** gt4.js: loads by JSONP, as the real one does, and shows a slider over the page. */
function gt4(): void {
  const { origin } = new URL((document.currentScript as HTMLScriptElement).src);
  let count = 0;
  const fetched = <T>(path: string, fields: Record<string, string>): Promise<T> =>
    new Promise((resolve, reject) => {
      const callback = `geetest_${Date.now()}_${(count += 1)}`;
      const query = new URLSearchParams({ ...fields, callback });
      const script = Object.assign(document.createElement("script"), { src: `${origin}${path}?${query.toString()}` });
      Object.assign(globalThis, { [callback]: resolve });
      script.addEventListener("error", () => reject(new Error(path)));
      document.head.append(script);
    });

  Object.assign(globalThis, {
    initGeetest4(request: GeetestRequest, made: (captcha: object) => void) {
      const listeners: Record<string, () => void> = {};
      const listen = (name: string) => (listener: () => void) => {
        listeners[name] = listener;
        return captcha;
      };
      const fields = { captcha_id: request.captchaId, lang: request.language ?? "zho", client_type: "web" };
      const loading = fetched<Loaded>("/load", fields);
      let slid: Slid | false = false;

      function show(lot: string): void {
        const box = Object.assign(document.createElement("div"), { className: "geetest_box", lang: fields.lang });
        box.style.cssText =
          "position:fixed;inset:30% 40%;background:#fff;z-index:9999;display:grid;gap:8px;padding:16px";
        const slider = Object.assign(document.createElement("button"), { textContent: "Slide to verify" });
        const close = Object.assign(document.createElement("button"), { textContent: "Close" });
        slider.addEventListener("click", () => {
          void fetched<Verified>("/verify", { ...fields, lot_number: lot, w: "slid" }).then(({ data }) => {
            box.remove();
            if (data.result !== "success") return listeners.fail?.();
            slid = data.seccode;
            listeners.success?.();
          });
        });
        close.addEventListener("click", () => {
          box.remove();
          listeners.close?.();
        });
        box.append(slider, close);
        document.body.append(box);
      }

      const captcha = {
        onReady: listen("ready"),
        onSuccess: listen("success"),
        onFail: listen("fail"),
        onError: listen("error"),
        onClose: listen("close"),
        getValidate: () => slid,
        showCaptcha: () => void loading.then(({ data }) => show(data.lot_number)),
      };
      loading.then(
        ({ status }) => {
          if (status !== "success") return request.onError?.({ code: "60500" });
          made(captcha);
          setTimeout(() => listeners.ready?.());
        },
        () => request.onError?.({ code: "60001" }),
      );
    },
  });
}

/** api.js: adds a frame of its own host to the page and gets tokens from it. */
function recaptcha(): void {
  const { origin, searchParams } = new URL((document.currentScript as HTMLScriptElement).src);
  const key = searchParams.get("render") ?? "";
  const frame = document.createElement("iframe");
  frame.style.display = "none";
  frame.title = "reCAPTCHA";
  frame.lang = searchParams.get("hl") ?? "";
  frame.src = `${origin}/recaptcha/api2/anchor?${new URLSearchParams({ k: key, hl: frame.lang }).toString()}`;
  const isReady = new Promise<void>((resolve) => frame.addEventListener("load", () => resolve()));
  document.body.append(frame);
  Object.assign(globalThis, {
    grecaptcha: {
      ready: (done: () => void) => void isReady.then(done),
      execute: (asked: string, { action }: { action: string }): Promise<string> =>
        new Promise((resolve, reject) => {
          if (asked !== key) return reject(new Error("Invalid site key or not loaded in api.js"));
          addEventListener("message", function onMessage(event) {
            if (event.origin !== origin) return;
            removeEventListener("message", onMessage);
            resolve((event.data as { token: string }).token);
          });
          frame.contentWindow!.postMessage({ action }, origin);
        }),
    },
  });
}

/** The script of the frame. */
function anchor(): void {
  const key = new URLSearchParams(location.search).get("k") ?? "";
  addEventListener("message", (event) => {
    const { action } = event.data as { action: string };
    const query = new URLSearchParams({ k: key, action, from: event.origin });
    void fetch(`/recaptcha/api2/userverify?${query.toString()}`)
      .then((response) => response.text())
      .then((token) => (event.source as Window).postMessage({ token }, event.origin));
  });
}

const runOf = (script: () => void): string => `(${script.toString()})();`;
export const geetestScript: string = runOf(gt4);
export const recaptchaScript: string = runOf(recaptcha);
export const anchorPage: string = `<!doctype html><title>reCAPTCHA</title><script>${runOf(anchor)}</script>`;
