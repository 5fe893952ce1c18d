// What the specification fixes letter for letter: its routes, its calls with what they carry, and its words.

/** Path and access of the routes table, in its words. */
export const routes = [
  ['/', 'anyone'],
  ['/home', 'anyone'],
  ['/blog', 'anyone'],
  ['/login', 'anyone'],
  ['/register', 'anyone'],
  ['/categoryDetails/{name}', 'login required'],
  ['/dashboard', 'login required'],
  ['/dashboard/wishlist', 'login required'],
  ['/dashboard/myproducts', 'seller only'],
  ['/dashboard/addproducts', 'seller only'],
  ['/dashboard/allsellers', 'admin only'],
  ['/dashboard/allusers', 'admin only'],
  ['/dashboard/payment/{id}', 'login required'],
  ['/dashboard/payments/{id}', 'login required'],
] as const

const productBody =
  'productName email salePrice originalPrice purchaseTime usedTime condition sellerName contactNumber location name date time status image'
const paymentBody = 'price transactionId email bookingId productId'
const product = `_id ${productBody} verification advertise paid`
const order = '_id productName email contactNumber meetingLocation image salePrice producId paid'
const wish = '_id productName email salePrice image productId paid'
const user = '_id name email role status'

/**
 * Each call as `METHOD path | the fields that are sent | the fields that are read`. The answers that the specification
 * reads as a whole have the fields of its entities (§3).
 */
export const calls = [
  'GET /users/buyer/{email} | | isBuyer',
  'GET /users/admin/{email} | | isAdmin',
  'GET /users/seller/{email} | | isSeller',
  `POST /allbikes | ${productBody} |`,
  'POST /images | image | success data.url',
  `GET /bookings?email={email} | | ${order}`,
  `GET /wishlist?email={email} | | ${wish}`,
  'POST /wishlist | productName email salePrice image productId | acknowledged message',
  'POST /bookings | productName email contactNumber meetingLocation image salePrice producId | acknowledged message',
  `GET /allbikes | | ${product}`,
  'GET /category | | _id name img description',
  `GET /categoryDetails/{name} | | ${product}`,
  `GET /bookings/{id} | | ${order}`,
  `GET /wishlists/{id} | | ${wish}`,
  'POST /users | name email role |',
  'POST /jwt | email | token',
  `GET /allbikes/myproduct?email={email} | | ${product}`,
  'PUT /allbikes/{id} | advertise | modifiedCount',
  'DELETE /allbikes/{id} | | deletedCount',
  `GET /sellers | | ${user}`,
  `GET /buyers | | ${user}`,
  'PUT /users/{id} | verify | modifiedCount',
  'PUT /users/update?email={email} | |',
  'DELETE /users/{id} | | deletedCount',
  'POST /create-payment-intent | price | clientSecret',
  `POST /payments | ${paymentBody} | insertedId`,
  `POST /payments/product | ${paymentBody} | insertedId`,
  `POST /payments/wishlist | ${paymentBody} | insertedId`,
  `POST /payments/wishlist/product | ${paymentBody} | insertedId`,
] as const

/** The identity provider's part and the mail script's, which the specification names without paths. */
export const unnamedCalls = [
  'POST /auth/sign-in/email | email password | user.uid user.email user.displayName user.photoURL user.emailVerified',
  'POST /auth/sign-up/email | name image email password role |',
  'POST /auth/sign-in/social | | url',
  'POST /auth/two-factor/enable | password | totpURI',
  'POST /contact | name email phone subject message |',
] as const

/** The messages of §2, §4 and §8; `…` is filled in. */
export const messages = [
  "Look like you're lost",
  'The page you are looking for not available!',
  'Please Login for Booking',
  'Login Successful!',
  ' SignUp successful !!! Go to login page for login.',
  'Added to wishlist',
  'Booking confirmed',
  'Advertise successfully.',
  'Verified successfully.',
  'Product Deleted successfully',
  'Seller Deleted successfully',
  'Buyer Deleted successfully',
  'your payment is completed',
  'Congrats! your payment completed',
  'Product is added successfully',
] as const

const topBarLabels = ['Home', 'Blog', 'Dashboard', 'Log out', 'Login', 'Registration', 'Register'] as const
const menuLabels = ['My Orders', 'My Wishlist', 'My Products', 'Add a Product', 'All Sellers', 'All Buyers'] as const
const homePageLabels = [
  'Our Products',
  'Product Advertisement',
  'Why Choose Our Services',
  'View All Products',
] as const
const hourLabels = ['Sat–Sun', '8.00 pm–9.00 pm', 'Mon–Thu', '9:00 am–10:00 pm'] as const
const factLabels = ['Location', 'Resale Price', 'Original Price', 'Condition', 'Years of Use', 'Years of Buy'] as const
const cardLabels = ['Upload Time', 'Contact Number', 'Book Now', 'Add to Wishlist', 'Verified'] as const
const bookingLabels = ['Contact Number', 'Meeting Location', 'Submit', 'Close'] as const
const contactFormLabels = ['Name', 'Email', 'Phone', 'Subject', 'Message'] as const
const registrationLabels = ['Your Name', 'Photo URL', 'Email address', 'Password', 'Seller', 'Buyer'] as const
const buyingLabels = ['You have … orders', 'Your wishlist have … products', 'Pay', 'Paid'] as const
const columnLabels = ['NO.', 'Image', 'Products Name', 'Price', 'Payment', 'Product Status', 'Advertisement'] as const
const sellingLabels = ['You Added … Products', 'Action', 'On', 'Advertised', 'N/A', 'Delete', 'Add A Product'] as const
const adminLabels = ['Sellers: …', 'Buyers: …', 'Verify'] as const
const choiceLabels = ['Yamaha', 'Suzuki', 'TVS', 'Excellent', 'Good', 'Fair'] as const

/** Headings, menus, columns, labels, buttons and cells, by where they stand. */
export const labels = [
  ...topBarLabels,
  ...menuLabels,
  ...homePageLabels,
  ...hourLabels,
  ...factLabels,
  ...cardLabels,
  ...bookingLabels,
  ...contactFormLabels,
  ...registrationLabels,
  ...buyingLabels,
  ...columnLabels,
  ...sellingLabels,
  ...adminLabels,
  ...choiceLabels,
]
