// Bangla: what a page says where its scripts do not run. The server alone writes it, so no script has it.
export const noScripts = 'এই পাতায় জাভাস্ক্রিপ্ট আর ২০২২ সালের পরের ব্রাউজার লাগে। চালু করে বা ব্রাউজার আপডেট করে পাতাটি আবার খুলুন।'
