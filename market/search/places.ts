// Pure. Places as buyers name them: other names of districts, parts of towns, and how far districts are from each other.
import { type District, districts, divisions } from '#contract/districts.ts'
import { splitWords, toNormalizedName } from './spelling.ts'

/** Older and other names of districts, by slug. */
export const otherDistrictNames: Readonly<Partial<Record<District, readonly string[]>>> = {
  dhaka: ['dacca', 'dhk', 'daka', 'old dhaka', 'dhaka city', 'dhaka metro', 'ঢাকা মেট্রো'],
  chattogram: ['chittagong', 'ctg', 'chatgaon', 'chottogram', 'চিটাগাং', 'চিটাগং', 'চিটাগাঙ'],
  barishal: ['barisal', 'borishal'],
  cumilla: ['comilla', 'kumilla'],
  jashore: ['jessore', 'josor'],
  bogura: ['bogra'],
  'coxs-bazar': ['coxbazar', 'cox bazar'],
  mymensingh: ['moymonsingh', 'mymensing'],
  moulvibazar: ['maulvibazar', 'moulovibazar'],
  brahmanbaria: ['b baria', 'bbaria'],
  chapainawabganj: ['chapai', 'nawabganj', 'চাঁপাই'],
  narayanganj: ['narayangonj', 'n ganj'],
  gazipur: ['gajipur'],
  rajshahi: ['rajsahi'],
  jhenaidah: ['jhenidah'],
  netrokona: ['netrakona'],
  khagrachhari: ['khagrachari'],
  sunamganj: ['sunamgonj'],
  sirajganj: ['sirajgonj'],
}

/** A part of a town in both scripts, the Latin name first: sellers write locations in either. */
export type Area = { names: readonly [string, ...string[]]; district: District }

const areasByDistrict: Partial<Record<District, readonly (readonly [string, ...string[]])[]>> = {
  dhaka: [
    ['mirpur', 'মিরপুর'],
    ['uttara', 'উত্তরা'],
    ['dhanmondi', 'ধানমন্ডি', 'ধানমণ্ডি'],
    ['mohammadpur', 'মোহাম্মদপুর'],
    ['gulshan', 'গুলশান'],
    ['banani', 'বনানী'],
    ['badda', 'বাড্ডা'],
    ['rampura', 'রামপুরা'],
    ['malibagh', 'মালিবাগ'],
    ['bashundhara', 'বসুন্ধরা'],
    ['khilgaon', 'খিলগাঁও'],
    ['khilkhet', 'খিলক্ষেত'],
    ['jatrabari', 'যাত্রাবাড়ী', 'যাত্রাবাড়ি'],
    ['motijheel', 'মতিঝিল'],
    ['farmgate', 'ফার্মগেট'],
    ['tejgaon', 'তেজগাঁও'],
    ['savar', 'সাভার'],
    ['keraniganj', 'কেরানীগঞ্জ'],
    ['moghbazar', 'মগবাজার'],
    ['shyamoli', 'শ্যামলী'],
    ['azimpur', 'আজিমপুর'],
    ['lalbagh', 'লালবাগ'],
    ['bashabo', 'basabo', 'বাসাবো'],
  ],
  gazipur: [
    ['tongi', 'টঙ্গী', 'টঙ্গি'],
    ['konabari', 'কোনাবাড়ী', 'কোনাবাড়ি'],
  ],
  chattogram: [
    ['agrabad', 'আগ্রাবাদ'],
    ['halishahar', 'হালিশহর'],
    ['khulshi', 'খুলশী'],
    ['nasirabad', 'নাসিরাবাদ'],
    ['panchlaish', 'পাঁচলাইশ'],
    ['chawkbazar', 'চকবাজার'],
  ],
}

/** The Latin name of an area names it in URLs: no two districts have an area of the same name. */
export const areas: readonly Area[] = districts.flatMap((district) =>
  (areasByDistrict[district] ?? []).map((names) => ({ names, district })),
)

/** The names of an area in both scripts, by its Latin name. */
export const findArea = (slug: string): { slug: string; name: string; nameBn: string | null } | null => {
  const area = areas.find(({ names }) => names[0] === slug)
  return area ? labelArea(area) : null
}

/** An area as the response names it. */
export const labelArea = ({ names }: Area): { slug: string; name: string; nameBn: string | null } => ({
  slug: names[0],
  name: names[0].charAt(0).toUpperCase() + names[0].slice(1),
  nameBn: names.find((name) => /\p{Script=Bengali}/u.test(name)) ?? null,
})

/** The names of an area as the texts of bikes are searched for them. */
export const listAreaSpellings = ({ names }: Area): string[] => names.map((name) => toNormalizedName(splitWords(name)))

/** Latitude and longitude of the main town of each district, in degrees. */
const centres: Readonly<Record<District, readonly [latitude: number, longitude: number]>> = {
  barguna: [22.16, 90.12],
  barishal: [22.7, 90.37],
  bhola: [22.69, 90.65],
  jhalokati: [22.64, 90.2],
  patuakhali: [22.36, 90.33],
  pirojpur: [22.58, 89.97],
  bandarban: [22.2, 92.22],
  brahmanbaria: [23.96, 91.11],
  chandpur: [23.23, 90.66],
  chattogram: [22.34, 91.83],
  cumilla: [23.46, 91.18],
  'coxs-bazar': [21.43, 92.01],
  feni: [23.02, 91.4],
  khagrachhari: [23.11, 91.98],
  lakshmipur: [22.94, 90.84],
  noakhali: [22.87, 91.1],
  rangamati: [22.65, 92.17],
  dhaka: [23.78, 90.4],
  faridpur: [23.61, 89.84],
  gazipur: [24.0, 90.42],
  gopalganj: [23.0, 89.83],
  kishoreganj: [24.43, 90.78],
  madaripur: [23.17, 90.19],
  manikganj: [23.86, 90.0],
  munshiganj: [23.54, 90.53],
  narayanganj: [23.62, 90.5],
  narsingdi: [23.92, 90.72],
  rajbari: [23.76, 89.65],
  shariatpur: [23.21, 90.35],
  tangail: [24.25, 89.92],
  bagerhat: [22.66, 89.79],
  chuadanga: [23.64, 88.84],
  jashore: [23.17, 89.21],
  jhenaidah: [23.54, 89.17],
  khulna: [22.82, 89.55],
  kushtia: [23.9, 89.12],
  magura: [23.49, 89.42],
  meherpur: [23.76, 88.63],
  narail: [23.17, 89.5],
  satkhira: [22.72, 89.07],
  jamalpur: [24.92, 89.95],
  mymensingh: [24.75, 90.41],
  netrokona: [24.88, 90.73],
  sherpur: [25.02, 90.02],
  bogura: [24.85, 89.37],
  chapainawabganj: [24.6, 88.27],
  joypurhat: [25.1, 89.02],
  naogaon: [24.8, 88.94],
  natore: [24.41, 88.99],
  pabna: [24.01, 89.24],
  rajshahi: [24.37, 88.6],
  sirajganj: [24.45, 89.7],
  dinajpur: [25.63, 88.64],
  gaibandha: [25.33, 89.54],
  kurigram: [25.81, 89.64],
  lalmonirhat: [25.91, 89.45],
  nilphamari: [25.93, 88.86],
  panchagarh: [26.34, 88.55],
  rangpur: [25.75, 89.25],
  thakurgaon: [26.03, 88.46],
  habiganj: [24.38, 91.41],
  moulvibazar: [24.48, 91.77],
  sunamganj: [25.07, 91.4],
  sylhet: [24.9, 91.87],
}

const kmPerDegree = 111.2
// Bangladesh lies around 24 degrees north, where a degree of longitude is this much of a degree of latitude.
const longitudeShare = Math.cos((24 * Math.PI) / 180)

const getDistanceKm = (one: District, other: District): number => {
  const [[north, east], [otherNorth, otherEast]] = [centres[one], centres[other]]
  return Math.round(Math.hypot(north - otherNorth, (east - otherEast) * longitudeShare) * kmPerDegree)
}

/** Where a bike without a known district comes in the order of distance: behind every district. */
const unknownDistanceKm = 999

/**
 * The kilometres from the nearest of some districts to each district, in a straight line between their main towns.
 * @param districtNumbers positions in `districts`, from 1
 * @returns by district number; index 0 is an unknown district
 */
export const getDistancesKm = (districtNumbers: readonly number[]): number[] => {
  const from = districtNumbers.flatMap((number) => districts[number - 1] ?? [])
  return [
    unknownDistanceKm,
    ...districts.map((district) => Math.min(unknownDistanceKm, ...from.map((one) => getDistanceKm(one, district)))),
  ]
}

/** The number of a district, from 1. */
export const getDistrictNumber = (district: District): number => districts.indexOf(district) + 1

/** The numbers of all districts in the divisions of these districts. */
export const widenToDivisions = (districtNumbers: readonly number[]): number[] => {
  const slugs = new Set<string>(districtNumbers.flatMap((number) => districts[number - 1] ?? []))
  return divisions
    .filter((division) => division.districts.some(({ slug }) => slugs.has(slug)))
    .flatMap((division) => division.districts.map(({ slug }) => getDistrictNumber(slug)))
}
