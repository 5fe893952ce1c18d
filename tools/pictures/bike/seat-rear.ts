/** Where the seat ends at the rear, in centimetres before the rear axle. */
export const seatRear = -18
