// The points of an inspection, its marks and the scale of conditions.
// Without zod, because pages import it: zod probes `eval`, which the pages' policy refuses and reports.

/** In the order of the checklist. Migration 0073 has the same points in `inspection_points`. */
export const inspectionGroups = [
  { group: 'cold_start', points: ['cold_engine', 'starts', 'idles'] },
  {
    group: 'engine',
    points: ['smoke', 'engine_noise', 'tappets', 'oil_leak', 'oil', 'coolant', 'pull', 'exhaust'],
  },
  { group: 'clutch_and_gears', points: ['clutch_play', 'clutch_slip', 'gears', 'neutral', 'gear_lever'] },
  {
    group: 'brakes',
    points: ['front_brake', 'rear_brake', 'front_pads', 'rear_pads', 'disc', 'brake_fluid'],
  },
  { group: 'tyres', points: ['front_tyre', 'rear_tyre', 'tyre_age', 'rims', 'wheel_bearings'] },
  {
    group: 'chain_and_suspension',
    points: ['chain_play', 'sprockets', 'fork', 'shock', 'swingarm', 'steering'],
  },
  {
    group: 'electrics',
    points: ['headlight', 'tail_light', 'indicators', 'horn', 'meter', 'battery', 'charging'],
  },
  { group: 'frame', points: ['frame_straight', 'frame_welds', 'chassis_number', 'engine_number', 'tank'] },
] as const

export type InspectionGroup = (typeof inspectionGroups)[number]['group']
export type InspectionPoint = (typeof inspectionGroups)[number]['points'][number]

const [first, ...others] = inspectionGroups.flatMap(({ points }): readonly InspectionPoint[] => points)
/** All 45, in the order of the checklist. The first is named, because a closed list of words is never empty. */
export const inspectionPoints: readonly [InspectionPoint, ...InspectionPoint[]] = [first ?? 'cold_engine', ...others]

/** What a seller looks at in some minutes, without tools. */
export const quickPoints = [
  'starts',
  'idles',
  'smoke',
  'oil_leak',
  'clutch_slip',
  'gears',
  'front_brake',
  'rear_brake',
  'front_tyre',
  'rear_tyre',
  'sprockets',
  'fork',
  'headlight',
  'indicators',
  'chassis_number',
] as const satisfies readonly InspectionPoint[]

const quick = new Set<InspectionPoint>(quickPoints)
export const isQuickPoint = (point: InspectionPoint): boolean => quick.has(point)

/** A point without an answer counts as not looked at. */
export const inspectionMarks = ['good', 'worn', 'bad', 'not_looked_at'] as const
export type InspectionMark = (typeof inspectionMarks)[number]

export const inspectionKinds = ['seller', 'buyer', 'mechanic'] as const
export type InspectionKind = (typeof inspectionKinds)[number]

/** The groups with the points that an inspection of this kind has: all 45, or the 15 quick ones of a seller. */
export const listGroups = (kind: InspectionKind): { group: InspectionGroup; points: InspectionPoint[] }[] =>
  inspectionGroups.map(({ group, points }) => ({
    group,
    points: points.filter((point) => kind !== 'seller' || isQuickPoint(point)),
  }))

export const countPoints = (kind: InspectionKind): number => (kind === 'seller' ? quick.size : inspectionPoints.length)

export type MarkCounts = { good: number; worn: number; bad: number; notLookedAt: number }

/** How many points of these have each mark. */
export const countMarks = (
  points: readonly InspectionPoint[],
  marks: Readonly<Partial<Record<InspectionPoint, InspectionMark>>>,
): MarkCounts => {
  const count = (mark: InspectionMark) => points.filter((point) => (marks[point] ?? 'not_looked_at') === mark).length
  return { good: count('good'), worn: count('worn'), bad: count('bad'), notLookedAt: count('not_looked_at') }
}

export const maxScore = 100

/** 0 to 100 over the points that were looked at: good counts whole, worn half. Null where nothing was looked at. */
export const getScore = ({ good, worn, bad }: MarkCounts): number | null => {
  const looked = good + worn + bad
  return looked === 0 ? null : Math.round((maxScore * (good + worn / 2)) / looked)
}

/** Each group of an inspection of this kind with its counts and its score. */
export const countGroups = (
  kind: InspectionKind,
  marks: Readonly<Partial<Record<InspectionPoint, InspectionMark>>>,
): { group: InspectionGroup; points: InspectionPoint[]; counts: MarkCounts; score: number | null }[] =>
  listGroups(kind).map(({ group, points }) => {
    const counts = countMarks(points, marks)
    return { group, points, counts, score: getScore(counts) }
  })

/** How much of the bike was looked at, 0 to 100; it never changes the score. */
export const getConfidence = ({ good, worn, bad, notLookedAt }: MarkCounts): number => {
  const looked = good + worn + bad
  return looked === 0 ? 0 : Math.round((100 * looked) / (looked + notLookedAt))
}

// Capability "Inspection", "Decided".
export const maxWorn = { Excellent: 2, Good: 6 } as const

/** What the answers mean for the condition of a bike. */
export const getMeantCondition = ({ worn, bad }: Pick<MarkCounts, 'worn' | 'bad'>): 'Excellent' | 'Good' | 'Fair' => {
  if (bad > 0 || worn > maxWorn.Good) return 'Fair'
  return worn > maxWorn.Excellent ? 'Good' : 'Excellent'
}

/** A report that everybody reads looks at half of its points at least. */
export const getMinLooked = (kind: InspectionKind): number => (kind === 'buyer' ? 1 : Math.ceil(countPoints(kind) / 2))
