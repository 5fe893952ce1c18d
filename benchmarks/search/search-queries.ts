// What the benchmarks of the search look for.

// Two words each: common, rare, misspelt, in both scripts, with a price or a size.
export const queries = [
  'gixxer dhaka',
  'pulsar 150 dhaka',
  'পালসার ঢাকা',
  'gixer sylhet',
  'yamaha r15',
  'apachi chittagong',
  'honda livo',
  'discover khulna',
  'splendor dhaka',
  'yamaha dhaka',
  'hunk rajshahi',
  'suzuki uttara',
  'bajaj under 100000',
  'keeway 2022',
  'dominar barguna',
  'যশোর হিরো',
]
