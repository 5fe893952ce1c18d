// Without zod, because the account page imports it: zod probes `eval`, which the pages' policy refuses and reports.

/** Kinds of e-mail that a member may switch off; events.ts says which event is of which kind. E-mails about money are always sent. */
export const mutableKinds = ['requested', 'meeting', 'reminder', 'line', 'bike', 'message'] as const
