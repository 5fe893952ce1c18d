// Without zod, because pages import it: zod probes `eval`, which the pages' policy refuses and reports.

/** Why somebody reports a bike or a seller. */
export const reportReasons = ['sold', 'wrong_facts', 'advance_money', 'stolen', 'copied', 'rude'] as const
/** Why somebody reports a conversation. */
export const chatReportReasons = ['advance_money', 'off_site', 'rude', 'other'] as const
/** `asked_strange` is chosen when somebody cancels a deal, and in no form of reports. */
export const storedReportReasons = [...reportReasons, 'off_site', 'other', 'asked_strange'] as const

/** In the order of the keys 1 to 7 in the queue. */
export const decisions = ['nothing', 'words', 'hide', 'warn', 'suspend_7', 'suspend_30', 'remove'] as const
export const appealAnswers = ['stays', 'taken_back'] as const
