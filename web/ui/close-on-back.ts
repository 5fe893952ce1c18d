/**
 * Makes Back call `close` instead of leaving the page, until the returned function is called. The code for it is fetched;
 * before it is here Back leaves the page.
 */
export const closeOnBack = (close: () => void): (() => void) => {
  const opened = import('./layers.ts').then(({ openLayer }) => openLayer(close))
  return () => void opened.then((onClosed) => onClosed()).catch(() => {})
}
