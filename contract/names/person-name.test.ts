import { describe, expect, test } from 'vitest'
import { formatReason, isReason } from '#contract/errors/reasons.ts'
import { personName } from './person-name.ts'
import { toNameSkeleton } from './skeleton.ts'

const SellerName = personName('seller_name', 80)

const getMessage = (name: string): string | undefined => {
  const message = SellerName.safeParse(name).error?.issues[0]?.message ?? ''
  return isReason(message) ? formatReason(message, 'en') : undefined
}

const zeroWidthJoiner = '\u200D'
const cyrillicA = '\u0430'
const cyrillicI = '\u0456'

/** Names that a person takes for Rahim Uddin. */
const lookalikesOfRahim = [
  'RAHIM UDDIN',
  'rahim.uddin',
  'Rahim-Uddin',
  'RahimUddin',
  `Rah${cyrillicI}m Uddin`,
  `R${cyrillicA}h${cyrillicI}m Uddin`,
  'Rahim Uddín',
  'Räḥīm Ūddin',
  'Rahim Uddin ✔',
  'Rahim Uddin ☑',
  'Rahim Uddin ™',
  'Rahim Uddin 🏅',
  'Rahim • Uddin',
  `Rahim${zeroWidthJoiner} Uddin`,
  `Rahim${zeroWidthJoiner}Uddin`,
  'Rahlm Uddin',
  'RahIm UddIn',
  'Rah1m Udd1n',
  'Rah|m Udd|n',
  'R@him Uddin',
  '𝐑𝐚𝐡𝐢𝐦 𝐔𝐝𝐝𝐢𝐧',
  'Ｒａｈｉｍ Ｕｄｄｉｎ',
  'Rahım Uddın',
  'Ɍahim Uđđin',
  'Rahirn Uddin',
  'Rahim ꓴddin',
]

describe('the skeleton', () => {
  test.each(lookalikesOfRahim)('of "%s" is that of Rahim Uddin', (name) => {
    expect(toNameSkeleton(name)).toBe(toNameSkeleton('Rahim Uddin'))
  })

  test('tells names apart that only share a part', () => {
    const others = [
      'Rahima Uddin',
      'Karim Uddin',
      'Rahim Uddin Sons',
      'রহিম উদ্দিন',
      'রহিমা উদ্দিন',
      'রাহিম উদ্দিন',
      'করিম উদ্দিন',
    ]
    const names = ['Rahim Uddin', 'Ayesha Siddiqua', 'Nusrat Jahan', ...others]
    expect(new Set(names.map(toNameSkeleton)).size).toBe(new Set(names).size)
  })

  test('is the same for both spellings of a Bangla character, and with or without a joiner', () => {
    expect(toNameSkeleton('আয়েশা')).toBe(toNameSkeleton('আয়েশা'.normalize('NFD')))
    expect(toNameSkeleton('র‍্যাব')).toBe(toNameSkeleton('র্যাব'))
    expect(toNameSkeleton('আয়েশা')).not.toBe(toNameSkeleton('আয়শা'))
  })
})

describe('a name', () => {
  test.each([
    'Official Yamaha ✔',
    'Official Yamaha',
    'OFFICIAL Suzuki',
    '0fficial TVS',
    'Оfficial with a Cyrillic О',
    'O f f i c i a l',
    'Offic\u0456al Store',
    'Yamaha-Official',
    'YamahaOfficial',
    'Verified Seller',
    'Véřified',
    'Ver1fied Bikes',
    'Motohaat Official',
    'Motohaat',
    'Moto Haat Dhaka',
    'M0T0HAAT',
    'MotohaatBD',
    'Admin',
    'Site Admin',
    'Administrator',
    'যাচাইকৃত বিক্রেতা ✓',
    'যাচাইকৃত বিক্রেতা',
    'যাচাই করা বিক্রেতা',
    'অফিসিয়াল ইয়ামাহা',
    'অফিসিয়াল ইয়ামাহা'.normalize('NFD'),
    'অফিশিয়াল শোরুম',
    'মোটোহাট',
    'মোটোহাট ঢাকা',
    'মোটো হাট',
    'মোটো\u200Cহাট',
    'অ্যাডমিন',
    'ভেরিফাইড সেলার',
    'Motohaat Support',
    'motohaat',
    'official',
    // A whole word, whatever is before, behind and between its characters.
    'M-o-t-o-h-a-a-t',
    'BDOfficial',
    'Motohaat24',
    "Motohaat's Shop",
    'Bikes (verified)',
    'Dhaka Moderators’ Moderator',
    'Moto_Hat',
    'মোটোহাটের অফিস',
    '২৪ মোটোহাট',
    'AdMin',
  ])('of borrowed authority is refused: %s', (name) => {
    expect(getMessage(name)).toMatch(/^(Leave words such as|Leave check marks|Write a seller name in|Use visible)/)
  })

  test.each(['✓', '✔', '☑', '✅', '√', '🏅', '⭐', '★', '®', '™', '🆗', '👍🏽', '❤️', 'Ⓥ', '🄥'])(
    'with the badge %s is refused',
    (badge) => {
      expect(getMessage(`Rahim Uddin ${badge}`)).toBe('Leave check marks, emoji and other signs out of a seller name.')
    },
  )

  test.each([
    `Rah${cyrillicI}m Uddin`,
    'Rahim Uddιn',
    `K${cyrillicA}rim`,
    'Мotors Dhaka',
    '𝐑𝐚𝐡𝐢𝐦 𝐔𝐝𝐝𝐢𝐧',
    'Ｒahim Uddin',
  ])('of mixed alphabets is refused: %s', (name) => {
    expect(getMessage(name)).toBe(
      'Write a seller name in Bangla or English only, without characters of other alphabets.',
    )
  })

  test('has a joiner only where Bangla needs it', () => {
    expect(SellerName.parse(`Rahim${zeroWidthJoiner}Uddin`)).toBe('RahimUddin')
    expect(SellerName.parse(`Rahim ${zeroWidthJoiner}Uddin`)).toBe('Rahim Uddin')
    expect(SellerName.parse(`রহিম ${zeroWidthJoiner}উদ্দিন`)).toBe('রহিম উদ্দিন')
    expect(getMessage(`রহিম${zeroWidthJoiner}${zeroWidthJoiner}`)).toMatch(/^Use visible characters/)
  })

  test.each([
    'Rahim Uddin',
    'Ayesha Siddiqua',
    'রহিম উদ্দিন',
    'র‍্যাশেদ হাসান',
    'ফার‌হানা আক্তার',
    'শেখ হক্‌',
    'নুসরাত জাহান মীম',
    'মোঃ আব্দুল্লাহ আল-মামুন',
    '৺আব্দুর রহমান মোটরস',
    'নাদিয়া মোটরস',
    'মোটর হাট বগুড়া',
    'ইয়ামাহা শোরুম, মিরপুর-১০',
    'Md. Abdullah Al-Mamun',
    "D'Costa & Sons",
    'Zoë Müller',
    'محمد رحيم',
    'राहुल शर्मा',
    'Иван Петров',
    'Badminton Bikes',
    'Bike Support Dhaka',
    'TVS Point (Uttara) #2',
    'Rahim উদ্দিন',
    '2 Wheels',
    // They only hold a reserved word, inside one word or across two.
    'Moto Hatirjheel',
    'Motohattan Bikes',
    'Officialdom',
    'Kamoto Hatem',
    'Unofficial Riders',
    'Smoto Hatia',
    'Moderatore Motors',
    'Unverifiedly Yours',
    'Ad Mintu',
    'Biofficial',
    'মোটোহাটখোলা',
    'অফিসিয়ালি',
  ])('that people have is allowed: %s', (name) => {
    expect(getMessage(name)).toBeUndefined()
    expect(SellerName.parse(name)).toBe(name.normalize('NFC'))
  })
})
