// English: what a page says where its scripts do not run. The server alone writes it, so no script has it.
export const noScripts =
  'This page needs JavaScript and a browser of 2022 or newer. Turn it on or update, and open the page again.'
