// The eight divisions and 64 districts of Bangladesh in English and Bangla, in the government's spelling since 2018.
// This file imports nothing, so the browser loads no schema with it.

/** A district by its slug, and its names. */
type Area = { slug: string; en: string; bn: string }

const toArea = <Slug extends string>(slug: Slug, en: string, bn: string) => ({ slug, en, bn })

export const divisions = [
  {
    ...toArea('barishal', 'Barishal', 'বরিশাল'),
    districts: [
      toArea('barguna', 'Barguna', 'বরগুনা'),
      toArea('barishal', 'Barishal', 'বরিশাল'),
      toArea('bhola', 'Bhola', 'ভোলা'),
      toArea('jhalokati', 'Jhalokati', 'ঝালকাঠি'),
      toArea('patuakhali', 'Patuakhali', 'পটুয়াখালী'),
      toArea('pirojpur', 'Pirojpur', 'পিরোজপুর'),
    ],
  },
  {
    ...toArea('chattogram', 'Chattogram', 'চট্টগ্রাম'),
    districts: [
      toArea('bandarban', 'Bandarban', 'বান্দরবান'),
      toArea('brahmanbaria', 'Brahmanbaria', 'ব্রাহ্মণবাড়িয়া'),
      toArea('chandpur', 'Chandpur', 'চাঁদপুর'),
      toArea('chattogram', 'Chattogram', 'চট্টগ্রাম'),
      toArea('cumilla', 'Cumilla', 'কুমিল্লা'),
      toArea('coxs-bazar', "Cox's Bazar", 'কক্সবাজার'),
      toArea('feni', 'Feni', 'ফেনী'),
      toArea('khagrachhari', 'Khagrachhari', 'খাগড়াছড়ি'),
      toArea('lakshmipur', 'Lakshmipur', 'লক্ষ্মীপুর'),
      toArea('noakhali', 'Noakhali', 'নোয়াখালী'),
      toArea('rangamati', 'Rangamati', 'রাঙ্গামাটি'),
    ],
  },
  {
    ...toArea('dhaka', 'Dhaka', 'ঢাকা'),
    districts: [
      toArea('dhaka', 'Dhaka', 'ঢাকা'),
      toArea('faridpur', 'Faridpur', 'ফরিদপুর'),
      toArea('gazipur', 'Gazipur', 'গাজীপুর'),
      toArea('gopalganj', 'Gopalganj', 'গোপালগঞ্জ'),
      toArea('kishoreganj', 'Kishoreganj', 'কিশোরগঞ্জ'),
      toArea('madaripur', 'Madaripur', 'মাদারীপুর'),
      toArea('manikganj', 'Manikganj', 'মানিকগঞ্জ'),
      toArea('munshiganj', 'Munshiganj', 'মুন্সীগঞ্জ'),
      toArea('narayanganj', 'Narayanganj', 'নারায়ণগঞ্জ'),
      toArea('narsingdi', 'Narsingdi', 'নরসিংদী'),
      toArea('rajbari', 'Rajbari', 'রাজবাড়ী'),
      toArea('shariatpur', 'Shariatpur', 'শরীয়তপুর'),
      toArea('tangail', 'Tangail', 'টাঙ্গাইল'),
    ],
  },
  {
    ...toArea('khulna', 'Khulna', 'খুলনা'),
    districts: [
      toArea('bagerhat', 'Bagerhat', 'বাগেরহাট'),
      toArea('chuadanga', 'Chuadanga', 'চুয়াডাঙ্গা'),
      toArea('jashore', 'Jashore', 'যশোর'),
      toArea('jhenaidah', 'Jhenaidah', 'ঝিনাইদহ'),
      toArea('khulna', 'Khulna', 'খুলনা'),
      toArea('kushtia', 'Kushtia', 'কুষ্টিয়া'),
      toArea('magura', 'Magura', 'মাগুরা'),
      toArea('meherpur', 'Meherpur', 'মেহেরপুর'),
      toArea('narail', 'Narail', 'নড়াইল'),
      toArea('satkhira', 'Satkhira', 'সাতক্ষীরা'),
    ],
  },
  {
    ...toArea('mymensingh', 'Mymensingh', 'ময়মনসিংহ'),
    districts: [
      toArea('jamalpur', 'Jamalpur', 'জামালপুর'),
      toArea('mymensingh', 'Mymensingh', 'ময়মনসিংহ'),
      toArea('netrokona', 'Netrokona', 'নেত্রকোণা'),
      toArea('sherpur', 'Sherpur', 'শেরপুর'),
    ],
  },
  {
    ...toArea('rajshahi', 'Rajshahi', 'রাজশাহী'),
    districts: [
      toArea('bogura', 'Bogura', 'বগুড়া'),
      toArea('chapainawabganj', 'Chapainawabganj', 'চাঁপাইনবাবগঞ্জ'),
      toArea('joypurhat', 'Joypurhat', 'জয়পুরহাট'),
      toArea('naogaon', 'Naogaon', 'নওগাঁ'),
      toArea('natore', 'Natore', 'নাটোর'),
      toArea('pabna', 'Pabna', 'পাবনা'),
      toArea('rajshahi', 'Rajshahi', 'রাজশাহী'),
      toArea('sirajganj', 'Sirajganj', 'সিরাজগঞ্জ'),
    ],
  },
  {
    ...toArea('rangpur', 'Rangpur', 'রংপুর'),
    districts: [
      toArea('dinajpur', 'Dinajpur', 'দিনাজপুর'),
      toArea('gaibandha', 'Gaibandha', 'গাইবান্ধা'),
      toArea('kurigram', 'Kurigram', 'কুড়িগ্রাম'),
      toArea('lalmonirhat', 'Lalmonirhat', 'লালমনিরহাট'),
      toArea('nilphamari', 'Nilphamari', 'নীলফামারী'),
      toArea('panchagarh', 'Panchagarh', 'পঞ্চগড়'),
      toArea('rangpur', 'Rangpur', 'রংপুর'),
      toArea('thakurgaon', 'Thakurgaon', 'ঠাকুরগাঁও'),
    ],
  },
  {
    ...toArea('sylhet', 'Sylhet', 'সিলেট'),
    districts: [
      toArea('habiganj', 'Habiganj', 'হবিগঞ্জ'),
      toArea('moulvibazar', 'Moulvibazar', 'মৌলভীবাজার'),
      toArea('sunamganj', 'Sunamganj', 'সুনামগঞ্জ'),
      toArea('sylhet', 'Sylhet', 'সিলেট'),
    ],
  },
] as const

export type District = (typeof divisions)[number]['districts'][number]['slug']

const allDistricts = divisions.flatMap(({ districts }) => districts.map((district) => district))

/** Every district's slug, division by division. */
export const districts: readonly District[] = allDistricts.map(({ slug }) => slug)

/** Finds a district by slug; null if there is none. */
export const findDistrict = (slug: string): Area | null =>
  allDistricts.find((district) => district.slug === slug) ?? null

/**
 * Parses the district from the last part of a location, in either script: "Mirpur 10, Dhaka" and "Old Dhaka" give Dhaka.
 * Returns null if the location names no district.
 */
export const parseDistrict = (location: string): District | null => {
  const lastPart = (location.split(',').at(-1) ?? '').normalize('NFC').trim().toLowerCase()
  const found = allDistricts.find(
    ({ en, bn }) => lastPart === bn || lastPart === en.toLowerCase() || lastPart.endsWith(` ${en.toLowerCase()}`),
  )
  return found?.slug ?? null
}
