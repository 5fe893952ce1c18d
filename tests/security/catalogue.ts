// What people will try, in our words, each under the number of the catalogue that the shop is held to.
// A test fails when one of them is tried by no row of this folder and by no journey.

export const catalogue = {
  // Who is there: tokens and sessions.
  A001: 'an access token for a bare e-mail address',
  A003: 'an access token for an address that is none',
  A005: 'a token that is late, early, or meant for another shop',
  A007: 'an Authorization header that holds no token',
  A009: 'a token in the address or in the body',
  A011: 'a session used again after signing out',
  A013: 'a person who was removed a moment ago',
  A015: 'rights that changed behind a token',
  A017: 'guessing the token of a session or of an e-mail',
  A019: 'a cookie that a script, a neighbour or plain http can reach',
  A021: 'one password tried on many addresses',
  A023: 'the same from many addresses of one network',
  A025: 'a body that changes who is counted',
  A027: 'finding out at the login who is a member',
  A029: 'finding out by a forgotten password who is a member',
  A031: 'an e-mail whose link leads elsewhere',
  A033: 'passwords and tokens in the log or the database',
  A035: 'an account made beforehand with the address of somebody else',
  A037: 'a login that ends on another site',
  A039: 'two spellings of one e-mail address',
  A041: 'an e-mail field that holds more than one address',
  A043: 'a private screen opened by its address',

  // What a role may do.
  A045: 'asking for the role of everybody, one by one',
  A047: 'the lists of the admin',
  A049: 'a verification by somebody who is no admin',
  A051: 'a badge for somebody who does not sell',
  A053: 'the badge call without an address, with two, with a wildcard',
  A055: 'a badge that stays where it was taken away',
  A057: 'removing a member without being the admin',
  A059: 'removing a seller where buyers are removed',
  A061: 'removing a buyer with orders, paid and unpaid',
  A063: 'removing somebody twice',
  A065: 'making a bike by changing one that is not there',
  A067: 'advertising what is sold, gone, or advertised already',
  A069: 'taking away a bike that was paid for',
  A071: 'another method behind the one that is allowed',

  // Whose things they are.
  A073: 'the orders of another buyer, by address',
  A075: 'one order of another buyer, by number',
  A077: 'the bikes of another seller, by address',
  A079: 'a number of one kind where another kind is asked for',
  A081: 'more about a seller than the shop shows',

  // Orders and wishes.
  A083: 'an order in the name of another buyer',
  A085: 'an order of one’s own bike',
  A087: 'an order of a bike that is not for sale',
  A089: 'the same order fifty times at once',
  A091: 'an order at a price of one’s own',
  A093: 'a contact number that is none',
  A095: 'ordering everything so that nobody else can',
  A097: 'an order from a page that is no longer true',

  // Money.
  A099: 'beginning to pay without being signed in',
  A101: 'a price that is no price',
  A103: 'beginning to pay twenty times at once',
  A105: 'an older, cheaper payment shown for a dearer bike',
  A107: 'a payment that is not finished, shown as one that is',
  A109: 'a payment of another account of the provider',
  A111: 'paying in two windows',
  A113: 'the same payment recorded fifty times at once',
  A115: 'one half of recording a payment without the other',
  A117: 'buying one’s own bike through another account',
  A119: 'page, webhook and sweeper at the same instant',
  A121: 'a card number handed to the shop',
  A123: 'money sent back outside of the shop',
  A125: 'a signed message of ten minutes ago',
  A127: 'messages in the wrong order',
  A129: 'a true message about something that is not ours',
  A131: 'a signed message that makes no sense',
  A133: 'a session on the way of the messages',

  // What is typed.
  A135: 'offering a bike without being a seller',
  A137: 'prices at the edge',
  A139: 'a word that is not on the list',
  A141: 'text that cannot be seen or kept',
  A143: 'a date of one’s own',
  A145: 'JSON that two readers read differently',
  A147: 'a body of another type',
  A149: 'names that belong to the language',
  A151: 'a number of a thing that is no number of a thing',
  A153: 'a category that is none',
  A155: 'SQL where text is expected',
  A157: 'an order of rows that the shop does not have',
  A159: 'lines of the log written by a stranger',
  A161: 'text that keeps a pattern busy',

  // What is shown.
  A163: 'a script stored as text',
  A165: 'an address that is a script',
  A167: 'text that breaks out of its attribute',
  A169: 'a field that becomes a property of an element',
  A171: 'text that becomes a link',
  A173: 'a nonce that stays the same',

  // Other sites.
  A175: 'a form of another site',
  A177: 'a request that hides where it comes from',
  A179: 'being signed in as somebody else by another site',
  A181: 'a script of another site reading an answer',
  A183: 'a way back that leads elsewhere',
  A185: 'a new window that reaches back',

  // What is kept for the next person.
  A187: 'a kept page that knows who asked for it first',
  A189: 'a header that changes what is kept',
  A191: 'a failure that is kept',
  A193: 'two people rendered at the same time',
  A195: 'a list that is no longer true',

  // Pictures.
  A197: 'keys in what the browser is sent',
  A199: 'a small file that becomes a huge picture',
  A201: 'a file that is no picture of ours',
  A203: 'the place where a picture was taken',
  A205: 'the name of a file as a way out of its folder',
  A207: 'an address that the server would fetch',
  A209: 'pictures without end',
  A211: 'a picture with ten thousand frames',

  // The wire.
  A213: 'a body that comes a byte at a time',
  A215: 'headers without end',
  A217: 'passwords to hash without end',
  A219: 'a packed body that grows',
  A221: 'a body that makes a handler throw',
  A223: 'an address of brackets in the contact form',

  // What anybody may ask.
  A235: 'throwing away what lies ready for everybody',
  A237: 'pages, sitemaps and drawn pictures without end',
  A239: 'finding out a masked number by searching for it',

  // The house itself.
  A225: 'files that are nobody’s business',
  A227: 'what the server is made of',
  A229: 'the demonstration logins on a real shop',
  A231: 'the database from outside',
  A233: 'secrets in the source',
} as const satisfies Record<`A${number}`, string>

export type AttackId = keyof typeof catalogue
