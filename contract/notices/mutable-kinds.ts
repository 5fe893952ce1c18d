// Without zod, because the account page imports it: zod probes `eval`, which the pages' policy refuses and reports.

/** Kinds of e-mail that a member may switch off; e-mails about money are always sent. */
export const mutableKinds = ['requested', 'meeting', 'reminder', 'line', 'bike', 'message'] as const
