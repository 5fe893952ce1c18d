// The eight divisions of Bangladesh and their 64 districts, in English and Bangla: for the server and the screens alike.
// Nothing is imported here, so no schema is shipped. Spelt as the government spells them since 2018.

/** A district by its slug, and its names. */
type Place = { slug: string; en: string; bn: string }

const place = <Slug extends string>(slug: Slug, en: string, bn: string) => ({ slug, en, bn })

export const divisions = [
  {
    ...place('barishal', 'Barishal', 'বরিশাল'),
    districts: [
      place('barguna', 'Barguna', 'বরগুনা'),
      place('barishal', 'Barishal', 'বরিশাল'),
      place('bhola', 'Bhola', 'ভোলা'),
      place('jhalokati', 'Jhalokati', 'ঝালকাঠি'),
      place('patuakhali', 'Patuakhali', 'পটুয়াখালী'),
      place('pirojpur', 'Pirojpur', 'পিরোজপুর'),
    ],
  },
  {
    ...place('chattogram', 'Chattogram', 'চট্টগ্রাম'),
    districts: [
      place('bandarban', 'Bandarban', 'বান্দরবান'),
      place('brahmanbaria', 'Brahmanbaria', 'ব্রাহ্মণবাড়িয়া'),
      place('chandpur', 'Chandpur', 'চাঁদপুর'),
      place('chattogram', 'Chattogram', 'চট্টগ্রাম'),
      place('cumilla', 'Cumilla', 'কুমিল্লা'),
      place('coxs-bazar', "Cox's Bazar", 'কক্সবাজার'),
      place('feni', 'Feni', 'ফেনী'),
      place('khagrachhari', 'Khagrachhari', 'খাগড়াছড়ি'),
      place('lakshmipur', 'Lakshmipur', 'লক্ষ্মীপুর'),
      place('noakhali', 'Noakhali', 'নোয়াখালী'),
      place('rangamati', 'Rangamati', 'রাঙ্গামাটি'),
    ],
  },
  {
    ...place('dhaka', 'Dhaka', 'ঢাকা'),
    districts: [
      place('dhaka', 'Dhaka', 'ঢাকা'),
      place('faridpur', 'Faridpur', 'ফরিদপুর'),
      place('gazipur', 'Gazipur', 'গাজীপুর'),
      place('gopalganj', 'Gopalganj', 'গোপালগঞ্জ'),
      place('kishoreganj', 'Kishoreganj', 'কিশোরগঞ্জ'),
      place('madaripur', 'Madaripur', 'মাদারীপুর'),
      place('manikganj', 'Manikganj', 'মানিকগঞ্জ'),
      place('munshiganj', 'Munshiganj', 'মুন্সীগঞ্জ'),
      place('narayanganj', 'Narayanganj', 'নারায়ণগঞ্জ'),
      place('narsingdi', 'Narsingdi', 'নরসিংদী'),
      place('rajbari', 'Rajbari', 'রাজবাড়ী'),
      place('shariatpur', 'Shariatpur', 'শরীয়তপুর'),
      place('tangail', 'Tangail', 'টাঙ্গাইল'),
    ],
  },
  {
    ...place('khulna', 'Khulna', 'খুলনা'),
    districts: [
      place('bagerhat', 'Bagerhat', 'বাগেরহাট'),
      place('chuadanga', 'Chuadanga', 'চুয়াডাঙ্গা'),
      place('jashore', 'Jashore', 'যশোর'),
      place('jhenaidah', 'Jhenaidah', 'ঝিনাইদহ'),
      place('khulna', 'Khulna', 'খুলনা'),
      place('kushtia', 'Kushtia', 'কুষ্টিয়া'),
      place('magura', 'Magura', 'মাগুরা'),
      place('meherpur', 'Meherpur', 'মেহেরপুর'),
      place('narail', 'Narail', 'নড়াইল'),
      place('satkhira', 'Satkhira', 'সাতক্ষীরা'),
    ],
  },
  {
    ...place('mymensingh', 'Mymensingh', 'ময়মনসিংহ'),
    districts: [
      place('jamalpur', 'Jamalpur', 'জামালপুর'),
      place('mymensingh', 'Mymensingh', 'ময়মনসিংহ'),
      place('netrokona', 'Netrokona', 'নেত্রকোণা'),
      place('sherpur', 'Sherpur', 'শেরপুর'),
    ],
  },
  {
    ...place('rajshahi', 'Rajshahi', 'রাজশাহী'),
    districts: [
      place('bogura', 'Bogura', 'বগুড়া'),
      place('chapainawabganj', 'Chapainawabganj', 'চাঁপাইনবাবগঞ্জ'),
      place('joypurhat', 'Joypurhat', 'জয়পুরহাট'),
      place('naogaon', 'Naogaon', 'নওগাঁ'),
      place('natore', 'Natore', 'নাটোর'),
      place('pabna', 'Pabna', 'পাবনা'),
      place('rajshahi', 'Rajshahi', 'রাজশাহী'),
      place('sirajganj', 'Sirajganj', 'সিরাজগঞ্জ'),
    ],
  },
  {
    ...place('rangpur', 'Rangpur', 'রংপুর'),
    districts: [
      place('dinajpur', 'Dinajpur', 'দিনাজপুর'),
      place('gaibandha', 'Gaibandha', 'গাইবান্ধা'),
      place('kurigram', 'Kurigram', 'কুড়িগ্রাম'),
      place('lalmonirhat', 'Lalmonirhat', 'লালমনিরহাট'),
      place('nilphamari', 'Nilphamari', 'নীলফামারী'),
      place('panchagarh', 'Panchagarh', 'পঞ্চগড়'),
      place('rangpur', 'Rangpur', 'রংপুর'),
      place('thakurgaon', 'Thakurgaon', 'ঠাকুরগাঁও'),
    ],
  },
  {
    ...place('sylhet', 'Sylhet', 'সিলেট'),
    districts: [
      place('habiganj', 'Habiganj', 'হবিগঞ্জ'),
      place('moulvibazar', 'Moulvibazar', 'মৌলভীবাজার'),
      place('sunamganj', 'Sunamganj', 'সুনামগঞ্জ'),
      place('sylhet', 'Sylhet', 'সিলেট'),
    ],
  },
] as const

export type District = (typeof divisions)[number]['districts'][number]['slug']

const all = divisions.flatMap(({ districts }) => districts.map((district) => district))

/** Every district's slug, division by division. */
export const districts: readonly District[] = all.map(({ slug }) => slug)

/** The names of a district; null for what is none. */
export const districtNamed = (slug: string): Place | null => all.find((district) => district.slug === slug) ?? null

/**
 * The district that a location names in its last part, in either script, or null: "Mirpur 10, Dhaka" stands in Dhaka,
 * and "Old Dhaka" too, for a part of a town is named after it.
 */
export const districtIn = (location: string): District | null => {
  const last = (location.split(',').at(-1) ?? '').normalize('NFC').trim().toLowerCase()
  const found = all.find(
    ({ en, bn }) => last === bn || last === en.toLowerCase() || last.endsWith(` ${en.toLowerCase()}`),
  )
  return found?.slug ?? null
}
