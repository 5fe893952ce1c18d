// Safari and the browsers that bring their own name; every other page on an iPhone is shown by an app.
const iosBrowser = /\b(?:Safari|CriOS|FxiOS|EdgiOS|OPiOS|OPT)\//

/** Whether an app shows the page in a browser of its own. Apart from the names of the apps, because every login page has it. */
export const isAppView = (userAgent: string): boolean =>
  /Android.*(?:; wv\)|\bFB_IAB\/| Instagram \d)/.test(userAgent) ||
  (/\biP(?:hone|ad|od)\b/.test(userAgent) && !iosBrowser.test(userAgent))
