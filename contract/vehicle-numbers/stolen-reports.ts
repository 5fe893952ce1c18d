// Reports of stolen bikes: their states and why they are decided. Without zod, because pages import it.

/** Nobody has looked; in the register; not accepted; taken back by the reporter, who has the bike again. */
export const stolenStates = ['waiting', 'active', 'refused', 'withdrawn'] as const
export type StolenState = (typeof stolenStates)[number]

/** Why a report is not accepted, in the order of the moderators' keys 1 to 5. `false`: it was made against somebody. */
export const stolenFaults = ['unreadable', 'other_number', 'not_gd', 'changed', 'false'] as const
export type StolenFault = (typeof stolenFaults)[number]

/** Why a report was decided as it was; `matches`: the photo is a GD with this number. */
export const stolenReasons = ['matches', ...stolenFaults] as const
export type StolenReason = (typeof stolenReasons)[number]

/** An advertisement with a reported number waits so long at most before a moderator has decided. */
export const stolenHoldHours = 24
