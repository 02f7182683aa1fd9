SELECT id, v FROM upserts WHERE v > 0;
