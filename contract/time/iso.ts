/** The time as the API says it (ISO 8601 in UTC); null for none. */
export const toIso = (date: Date | null): string | null => date?.toISOString() ?? null
