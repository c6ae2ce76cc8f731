export const desktop = { width: 1280, height: 800 };
export const tablet = { width: 820, height: 1180 };
export const phone = { width: 375, height: 812 };
