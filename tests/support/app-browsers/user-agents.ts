// What the browsers of apps say they are.

const android =
  'Mozilla/5.0 (Linux; Android 14; SM-A155F Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/128.0.6613.127 Mobile Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21G93'

export const appUserAgents = [
  { app: 'Facebook', system: 'Android', userAgent: `${android} [FB_IAB/FB4A;FBAV/479.0.0.54.88;]` },
  {
    app: 'Facebook',
    system: 'iOS',
    userAgent: `${iphone} [FBAN/FBIOS;FBAV/479.0.0.41.107;FBBV/633452132;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.6.1]`,
  },
  { app: 'Messenger', system: 'Android', userAgent: `${android} [FB_IAB/Orca-Android;FBAV/471.0.0.44.85;]` },
  {
    app: 'Messenger',
    system: 'iOS',
    userAgent: `${iphone} [FBAN/MessengerForiOS;FBAV/471.0.0.33.106;FBBV/630217134;FBDV/iPhone14,5]`,
  },
  {
    app: 'Instagram',
    system: 'Android',
    userAgent: `${android} Instagram 346.0.0.49.99 Android (34/14; 450dpi; 1080x2340; samsung; SM-A155F; a15; mt6789; en_GB)`,
  },
  {
    app: 'Instagram',
    system: 'iOS',
    userAgent: `${iphone} Instagram 346.0.0.18.82 (iPhone14,5; iOS 17_6_1; en_GB; en; scale=3.00; 1170x2532; 634567890)`,
  },
  { app: 'WhatsApp', system: 'Android', userAgent: `${android} WhatsApp/2.24.17.76` },
  {
    app: 'Telegram',
    system: 'Android',
    userAgent: `${android} Telegram-Android/11.1.3 (Samsung SM-A155F; Android 14; SDK 34; AVERAGE)`,
  },
  { app: 'imo', system: 'Android', userAgent: `${android} imoAndroid/2024.09.1031` },
  {
    app: 'TikTok',
    system: 'Android',
    userAgent: `${android} musical_ly_2023608030 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly app_version/36.8.3 ByteLocale/en BytedanceWebview/d8a21c6`,
  },
  {
    app: 'TikTok',
    system: 'iOS',
    userAgent: `${iphone} musical_ly_36.8.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/BD BytedanceWebview/d8a21c6`,
  },
  { app: 'LinkedIn', system: 'Android', userAgent: `${android} [LinkedInApp]` },
  { app: 'LinkedIn', system: 'iOS', userAgent: `${iphone} [LinkedInApp]/9.30.1234` },
  // Gmail and Telegram on an iPhone, and small apps, say no more than that they are no browser.
  { app: null, system: 'iOS', userAgent: iphone },
  { app: null, system: 'Android', userAgent: android },
] as const
