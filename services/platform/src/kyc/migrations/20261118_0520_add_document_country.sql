-- Why: the country that issued the document decides what its lines mean; people and the provider compare with it.
-- Lock: short (a column without a default). Rebuild: none; rows from before have none.
alter table kyc.verifications add column document_country text;
