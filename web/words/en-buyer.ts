// The sentences of the buyer's screens in English.
export const buyer = {
  booking: {
    heading: 'Book this bike',
    product: 'Product',
    price: 'Price',
    name: 'Name',
    email: 'Email',
    contactNumber: 'Contact Number',
    meetingLocation: 'Meeting Location',
    meetingHint: 'A public place works best: a petrol pump, a police box, a BRTA office.',
    submit: 'Submit',
    submitting: 'Booking',
    close: 'Close',
    success: 'Booking confirmed',
    missing: {
      contactNumber: 'Enter an 11-digit mobile number, for example 01712345678.',
      meetingLocation: 'Enter a place to meet the seller.',
    },
  },
}
