-- Why: accounts that have used one device are found from the device, for coupons that a linked account may not work against.
-- Lock: writes to the table wait while the index is built. Rebuild: nothing.
create index devices_by_device on identity.devices (device_id) where device_id <> '';
