/** Debian's Chromium, driven by playwright: for pages as people see them. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Where Chromium is: CHROMIUM names it, else PATH has it; null where it is not there. */
export const chromiumPath: string | null = findChromium();

function findChromium(): string | null {
  const given = process.env.CHROMIUM;
  if (given) return given;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = ['chromium', 'chromium-browser', 'google-chrome'].flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  );
  return paths.find((path) => existsSync(path)) ?? null;
}

/** Whether tests with a browser are left out: where there is none, but never where every change must pass them. */
export const skipBrowser = chromiumPath === null && !process.env.CI;
if (skipBrowser) process.stderr.write('no Chromium here: the tests with a browser are skipped\n');

/** Starts Chromium. Fails where there is none. */
export function startBrowser(): Promise<Browser> {
  if (chromiumPath === null)
    throw new Error('there is no Chromium: apt-get install chromium, or set CHROMIUM');
  return chromium.launch({
    executablePath: chromiumPath,
    // In a container it is mostly root who runs the tests, and there it has no sandbox.
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}

/** The settings that pages are looked at in. */
export const settings: Readonly<Record<'desktop' | 'phone' | 'dark', BrowserContextOptions>> = {
  desktop: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
};

/** A page, and what happened on it that should not have. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors on its console, exceptions, dialogs, and requests that left this machine. */
  readonly complaints: string[];
  /** Addresses of all requests. */
  readonly requests: string[];
}

/** Opens an empty page that is watched. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    requests.push(request.url());
    const isLocal = protocol === 'file:' || protocol === 'data:' || hostname === '127.0.0.1';
    if (!isLocal) complaints.push(`request: ${request.url()}`);
  });
  return { page, complaints, requests };
}
